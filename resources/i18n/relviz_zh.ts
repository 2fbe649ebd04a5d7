<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>Actions</name>
  <message>
   <source>&amp;File</source>
   <translation>文件(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;Edit</source>
   <translation>编辑(&amp;E)</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>视图(&amp;V)</translation>
  </message>
  <message>
   <source>&amp;Reading</source>
   <translation>阅读(&amp;R)</translation>
  </message>
  <message>
   <source>&amp;Compare</source>
   <translation>比较(&amp;C)</translation>
  </message>
  <message>
   <source>&amp;Window</source>
   <translation>窗口(&amp;W)</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>帮助(&amp;H)</translation>
  </message>
  <message>
   <source>Heads &amp;view</source>
   <translation>注意力头视图(&amp;V)</translation>
  </message>
  <message>
   <source>Lan&amp;guage</source>
   <translation>语言(&amp;G)</translation>
  </message>
  <message>
   <source>&amp;Open text…</source>
   <translation>打开文本(&amp;O)…</translation>
  </message>
  <message>
   <source>Open pro&amp;ject…</source>
   <translation>打开项目(&amp;J)…</translation>
  </message>
  <message>
   <source>Go on where a project was saved: text, model, segment, view and selection.</source>
   <translation>从保存项目时的状态继续：文本、模型、片段、视图和选择。</translation>
  </message>
  <message>
   <source>Read the &amp;clipboard</source>
   <translation>读入剪贴板(&amp;C)</translation>
  </message>
  <message>
   <source>&amp;Save project</source>
   <translation>保存项目(&amp;S)</translation>
  </message>
  <message>
   <source>Save text, model, segment, view and selection, to go on from there another time.</source>
   <translation>保存文本、模型、片段、视图和选择，以便下次继续。</translation>
  </message>
  <message>
   <source>Save project &amp;as…</source>
   <translation>项目另存为(&amp;A)…</translation>
  </message>
  <message>
   <source>Open &amp;model folder…</source>
   <translation>打开模型文件夹(&amp;M)…</translation>
  </message>
  <message>
   <source>Open model &amp;file…</source>
   <translation>打开模型文件(&amp;F)…</translation>
  </message>
  <message>
   <source>&amp;Get model from the hub…</source>
   <translation>从 hub 获取模型(&amp;G)…</translation>
  </message>
  <message>
   <source>&amp;Export figure…</source>
   <translation>导出图片(&amp;E)…</translation>
  </message>
  <message>
   <source>Save this page, the terms or all heads of the layer, for one segment or all of them.</source>
   <translation>保存本页、各项或该层的所有头，可为一个或所有片段。</translation>
  </message>
  <message>
   <source>Export &amp;data…</source>
   <translation>导出数据(&amp;D)…</translation>
  </message>
  <message>
   <source>Save the numbers shown as NPZ, CSV or JSON.</source>
   <translation>将显示的数值保存为 NPZ、CSV 或 JSON。</translation>
  </message>
  <message>
   <source>Cop&amp;y figure</source>
   <translation>复制图片(&amp;Y)</translation>
  </message>
  <message>
   <source>&amp;Print…</source>
   <translation>打印(&amp;P)…</translation>
  </message>
  <message>
   <source>Print this page, laid out anew for the paper.</source>
   <translation>打印本页，按纸张重新排版。</translation>
  </message>
  <message>
   <source>&amp;Quit</source>
   <translation>退出(&amp;Q)</translation>
  </message>
  <message>
   <source>Close all windows.</source>
   <translation>关闭所有窗口。</translation>
  </message>
  <message>
   <source>&amp;Find…</source>
   <translation>查找(&amp;F)…</translation>
  </message>
  <message>
   <source>Find words in the text.</source>
   <translation>在文本中查找词语。</translation>
  </message>
  <message>
   <source>Find &amp;next</source>
   <translation>查找下一个(&amp;N)</translation>
  </message>
  <message>
   <source>Go to the next place; after the last comes the first.</source>
   <translation>转到下一处；最后一处之后回到第一处。</translation>
  </message>
  <message>
   <source>Find &amp;previous</source>
   <translation>查找上一个(&amp;P)</translation>
  </message>
  <message>
   <source>Go to the place before.</source>
   <translation>转到上一处。</translation>
  </message>
  <message>
   <source>No &amp;shading of the text</source>
   <translation>文本不着色(&amp;S)</translation>
  </message>
  <message>
   <source>Shade by &amp;attention</source>
   <translation>按注意力着色(&amp;A)</translation>
  </message>
  <message>
   <source>Shade each token by the selected query's attention on it.</source>
   <translation>按所选查询对每个词元的注意力着色。</translation>
  </message>
  <message>
   <source>Mark &amp;most attended memory</source>
   <translation>标出最受注意的记忆(&amp;M)</translation>
  </message>
  <message>
   <source>Mark the fifth of the memory tokens that get the most attention.</source>
   <translation>标出得到注意力最多的五分之一记忆词元。</translation>
  </message>
  <message>
   <source>Shade by &amp;loss</source>
   <translation>按损失着色(&amp;L)</translation>
  </message>
  <message>
   <source>Shade each token of the segment by what predicting it cost.</source>
   <translation>按预测每个词元的损失为片段着色。</translation>
  </message>
  <message>
   <source>Shade by what memory &amp;gained</source>
   <translation>按记忆的收益着色(&amp;G)</translation>
  </message>
  <message>
   <source>Shade each token by its loss without memory minus its loss with it.</source>
   <translation>按无记忆损失减去有记忆损失为每个词元着色。</translation>
  </message>
  <message>
   <source>Token &amp;boundaries</source>
   <translation>词元边界(&amp;B)</translation>
  </message>
  <message>
   <source>Mark where each token of the text begins.</source>
   <translation>标出文本中每个词元的开头。</translation>
  </message>
  <message>
   <source>&amp;Terms</source>
   <translation>分项(&amp;T)</translation>
  </message>
  <message>
   <source>&amp;Memory</source>
   <translation>记忆(&amp;M)</translation>
  </message>
  <message>
   <source>&amp;Encoding</source>
   <translation>编码(&amp;E)</translation>
  </message>
  <message>
   <source>&amp;Profiles</source>
   <translation>剖面(&amp;P)</translation>
  </message>
  <message>
   <source>P&amp;redictions</source>
   <translation>预测(&amp;R)</translation>
  </message>
  <message>
   <source>S&amp;chemes</source>
   <translation>方案(&amp;C)</translation>
  </message>
  <message>
   <source>One &amp;scale for the four terms</source>
   <translation>四项共用一个色标(&amp;S)</translation>
  </message>
  <message>
   <source>Colour all four terms on one scale, so that their sizes can be compared.</source>
   <translation>四项用同一色标着色，以便比较大小。</translation>
  </message>
  <message>
   <source>Keep sc&amp;ales across segments</source>
   <translation>跨片段保持色标(&amp;A)</translation>
  </message>
  <message>
   <source>Each map keeps its scale from segment to segment, and only ever widens it.</source>
   <translation>每幅图跨片段保持其色标，只会放宽。</translation>
  </message>
  <message>
   <source>&amp;Interleave sine and cosine</source>
   <translation>正弦余弦交错(&amp;I)</translation>
  </message>
  <message>
   <source>Reset &amp;zoom</source>
   <translation>重置缩放(&amp;Z)</translation>
  </message>
  <message>
   <source>&amp;Hide selected keys</source>
   <translation>隐藏选中的键(&amp;H)</translation>
  </message>
  <message>
   <source>Take the selected keys away and renormalise the attention on the others; again to bring them back.</source>
   <translation>去掉选中的键，并对其余键的注意力重新归一化；再次执行可恢复。</translation>
  </message>
  <message>
   <source>Show hidden &amp;keys</source>
   <translation>显示隐藏的键(&amp;K)</translation>
  </message>
  <message>
   <source>Ne&amp;xt measure</source>
   <translation>下一度量(&amp;X)</translation>
  </message>
  <message>
   <source>Colour the heads map by the next measure, such as lift, distance or entropy.</source>
   <translation>用下一种度量为头图着色，例如提升、距离或熵。</translation>
  </message>
  <message>
   <source>&amp;Previous measure</source>
   <translation>上一度量(&amp;P)</translation>
  </message>
  <message>
   <source>Colour the heads map by the measure before.</source>
   <translation>用上一种度量为头图着色。</translation>
  </message>
  <message>
   <source>By &amp;number</source>
   <translation>按编号(&amp;N)</translation>
  </message>
  <message>
   <source>Show the heads of the map in the order of their numbers.</source>
   <translation>头图中的各头按编号排列。</translation>
  </message>
  <message>
   <source>Sort heads in &amp;layers</source>
   <translation>层内排序(&amp;L)</translation>
  </message>
  <message>
   <source>Show the heads of each layer from the largest number down.</source>
   <translation>每层的各头按数值从大到小排列。</translation>
  </message>
  <message>
   <source>Sort &amp;all heads</source>
   <translation>全部排序(&amp;A)</translation>
  </message>
  <message>
   <source>Show all heads from the largest number down, row after row.</source>
   <translation>所有头按数值从大到小逐行排列。</translation>
  </message>
  <message>
   <source>&amp;Means over heads and layers</source>
   <translation>各头与各层的均值(&amp;M)</translation>
  </message>
  <message>
   <source>Show the mean over heads beside each layer, and that over layers below.</source>
   <translation>在每层旁显示各头的均值，在下方显示各层的均值。</translation>
  </message>
  <message>
   <source>Losses in &amp;nats</source>
   <translation>损失以奈特计(&amp;N)</translation>
  </message>
  <message>
   <source>Tell every loss in nats, as −ln p.</source>
   <translation>所有损失以奈特表示，即 −ln p。</translation>
  </message>
  <message>
   <source>Losses in &amp;bits</source>
   <translation>损失以比特计(&amp;B)</translation>
  </message>
  <message>
   <source>Tell every loss in bits, as −log2 p: one for a fair coin.</source>
   <translation>所有损失以比特表示，即 −log2 p：掷一次均匀硬币为 1。</translation>
  </message>
  <message>
   <source>Reset lay&amp;out</source>
   <translation>重置布局(&amp;O)</translation>
  </message>
  <message>
   <source>Put docks, toolbars and the size of the window back as they were at first.</source>
   <translation>将面板、工具栏和窗口大小恢复为最初的样子。</translation>
  </message>
  <message>
   <source>Theme of the s&amp;ystem</source>
   <translation>跟随系统主题(&amp;Y)</translation>
  </message>
  <message>
   <source>&amp;Light theme</source>
   <translation>浅色主题(&amp;L)</translation>
  </message>
  <message>
   <source>&amp;Dark theme</source>
   <translation>深色主题(&amp;D)</translation>
  </message>
  <message>
   <source>Language of the s&amp;ystem</source>
   <translation>跟随系统语言(&amp;Y)</translation>
  </message>
  <message>
   <source>&amp;English</source>
   <translation>English(&amp;E)</translation>
  </message>
  <message>
   <source>简体中文 (&amp;Z)</source>
   <translation>简体中文(&amp;Z)</translation>
  </message>
  <message>
   <source>&amp;First segment</source>
   <translation>第一个片段(&amp;F)</translation>
  </message>
  <message>
   <source>Go to the first segment.</source>
   <translation>转到第一个片段。</translation>
  </message>
  <message>
   <source>Step &amp;back</source>
   <translation>后退(&amp;B)</translation>
  </message>
  <message>
   <source>Go back one segment.</source>
   <translation>后退一个片段。</translation>
  </message>
  <message>
   <source>&amp;Step</source>
   <translation>前进(&amp;S)</translation>
  </message>
  <message>
   <source>Go on to the next segment.</source>
   <translation>前进到下一个片段。</translation>
  </message>
  <message>
   <source>&amp;Last segment</source>
   <translation>最后一个片段(&amp;L)</translation>
  </message>
  <message>
   <source>Go to the last segment.</source>
   <translation>转到最后一个片段。</translation>
  </message>
  <message>
   <source>&amp;Play</source>
   <translation>播放(&amp;P)</translation>
  </message>
  <message>
   <source>Go on by itself, segment after segment.</source>
   <translation>自动逐个片段前进。</translation>
  </message>
  <message>
   <source>Play fas&amp;ter</source>
   <translation>加快播放(&amp;T)</translation>
  </message>
  <message>
   <source>Let each segment stay for a shorter time.</source>
   <translation>缩短每个片段的停留时间。</translation>
  </message>
  <message>
   <source>Play slo&amp;wer</source>
   <translation>放慢播放(&amp;W)</translation>
  </message>
  <message>
   <source>Let each segment stay for a longer time.</source>
   <translation>延长每个片段的停留时间。</translation>
  </message>
  <message>
   <source>Start reading &amp;here</source>
   <translation>从此处开始读(&amp;H)</translation>
  </message>
  <message>
   <source>Read from the selected query on, with an empty memory, as if nothing stood before it.</source>
   <translation>从所选查询开始读，记忆为空，如同前面没有内容。</translation>
  </message>
  <message>
   <source>Read from the begi&amp;nning</source>
   <translation>从开头读(&amp;N)</translation>
  </message>
  <message>
   <source>Read the whole text again.</source>
   <translation>重新读整段文本。</translation>
  </message>
  <message>
   <source>Start with &amp;zero vectors in memory</source>
   <translation>记忆以零向量开始(&amp;Z)</translation>
  </message>
  <message>
   <source>As Hugging Face's models do; otherwise the memory starts empty.</source>
   <translation>与 Hugging Face 的模型相同；否则记忆起初为空。</translation>
  </message>
  <message>
   <source>&amp;Gains act on this segment</source>
   <translation>增益仅作用于本片段(&amp;G)</translation>
  </message>
  <message>
   <source>Compute this segment alone anew, over the memory it has.</source>
   <translation>只重新计算本片段，记忆不变。</translation>
  </message>
  <message>
   <source>Gains act from th&amp;e start</source>
   <translation>增益从头起作用(&amp;E)</translation>
  </message>
  <message>
   <source>Read the text anew from its start with the gains, so that they change the memory, too.</source>
   <translation>带着增益从头重新读文本，记忆也随之改变。</translation>
  </message>
  <message>
   <source>Restore &amp;all terms</source>
   <translation>复原所有项(&amp;A)</translation>
  </message>
  <message>
   <source>Give every term of the score a gain of 1.</source>
   <translation>将分数各项的增益都设为 1。</translation>
  </message>
  <message>
   <source>&amp;Release the pinned cell</source>
   <translation>取消固定单元格(&amp;R)</translation>
  </message>
  <message>
   <source>&amp;Pin as A</source>
   <translation>固定为 A(&amp;P)</translation>
  </message>
  <message>
   <source>Keep what is shown as A, to compare what is shown later, B, with it.</source>
   <translation>将当前显示保留为 A，以便与之后显示的 B 比较。</translation>
  </message>
  <message>
   <source>B &amp;alone</source>
   <translation>只看 B(&amp;A)</translation>
  </message>
  <message>
   <source>Show B without A.</source>
   <translation>只显示 B，不显示 A。</translation>
  </message>
  <message>
   <source>A &amp;beside B</source>
   <translation>A 与 B 并排(&amp;B)</translation>
  </message>
  <message>
   <source>Show one map of A and of B side by side, on one scale; again to show B alone.</source>
   <translation>以同一色标并排显示 A 与 B 的一幅图；再次执行则只显示 B。</translation>
  </message>
  <message>
   <source>B &amp;minus A</source>
   <translation>B 减 A(&amp;M)</translation>
  </message>
  <message>
   <source>Show how much more B has than A, cell by cell; again to show B alone.</source>
   <translation>逐个单元格显示 B 比 A 多多少；再次执行则只显示 B。</translation>
  </message>
  <message>
   <source>&amp;Swap A and B</source>
   <translation>交换 A 与 B(&amp;S)</translation>
  </message>
  <message>
   <source>Show what is A, and keep as A what was shown.</source>
   <translation>显示 A，并将原先显示的保留为 A。</translation>
  </message>
  <message>
   <source>&amp;Go to A</source>
   <translation>转到 A(&amp;G)</translation>
  </message>
  <message>
   <source>Show again what is A: its text, model, segment, head and gains.</source>
   <translation>重新显示 A：其文本、模型、片段、头和增益。</translation>
  </message>
  <message>
   <source>&amp;Release A</source>
   <translation>取消固定 A(&amp;R)</translation>
  </message>
  <message>
   <source>Forget A, and show B alone.</source>
   <translation>不再保留 A，只显示 B。</translation>
  </message>
  <message>
   <source>&amp;New window</source>
   <translation>新建窗口(&amp;N)</translation>
  </message>
  <message>
   <source>Open another window on the same text, model and view.</source>
   <translation>以相同的文本、模型和视图打开另一个窗口。</translation>
  </message>
  <message>
   <source>&amp;Close window</source>
   <translation>关闭窗口(&amp;C)</translation>
  </message>
  <message>
   <source>&amp;Reopen closed window</source>
   <translation>重新打开关闭的窗口(&amp;R)</translation>
  </message>
  <message>
   <source>Open again what the window closed last was showing, also after a restart.</source>
   <translation>重新打开最后关闭的窗口所显示的内容，重启后也可以。</translation>
  </message>
  <message>
   <source>&amp;Find a command…</source>
   <translation>查找命令(&amp;F)…</translation>
  </message>
  <message>
   <source>Find any command by a part of its name, or go to a place such as segment 12, L3 H2 or token 400.</source>
   <translation>按名称的一部分查找命令，或转到某个位置，例如片段 12、L3 H2 或词元 400。</translation>
  </message>
  <message>
   <source>&amp;Keyboard and mouse</source>
   <translation>键盘与鼠标(&amp;K)</translation>
  </message>
  <message>
   <source>Show all shortcuts, and what mouse and keys do on each part of the window.</source>
   <translation>显示所有快捷键，以及鼠标和按键在窗口各部分的作用。</translation>
  </message>
  <message>
   <source>&amp;Help on what is pointed at</source>
   <translation>所指部分的帮助(&amp;H)</translation>
  </message>
  <message>
   <source>Explain the part of the window under the pointer, or the one with the focus.</source>
   <translation>解释指针下或有焦点的窗口部分。</translation>
  </message>
  <message>
   <source>&amp;What is this?</source>
   <translation>这是什么(&amp;W)？</translation>
  </message>
  <message>
   <source>Explain the part of the window that is clicked next.</source>
   <translation>解释接下来单击的窗口部分。</translation>
  </message>
  <message>
   <source>&amp;Terms and names</source>
   <translation>术语与名称(&amp;T)</translation>
  </message>
  <message>
   <source>Explain the names of papers and of other programs: u, v, AC and BD, mems, mem_len, same_length.</source>
   <translation>解释论文和其他程序中的名称：u、v、AC 与 BD、mems、mem_len、same_length。</translation>
  </message>
  <message>
   <source>&amp;About relviz</source>
   <translation>关于 relviz(&amp;A)</translation>
  </message>
 </context>
 <context>
  <name>AttendedMemory</name>
  <message>
   <source>of all queries, the mean</source>
   <translation>所有查询的均值</translation>
  </message>
  <message>
   <source>of the selected query</source>
   <translation>所选查询</translation>
  </message>
  <message>
   <source>Whose attention it is</source>
   <translation>谁的注意力</translation>
  </message>
  <message>
   <source>&amp;Mark them in the text</source>
   <translation>在文本中标出(&amp;M)</translation>
  </message>
  <message>
   <source>Most attended memory tokens, the strongest first</source>
   <translation>最受注意的记忆词元，最强的在前</translation>
  </message>
  <message>
   <source>token {0} of the text, {1} before the segment: attention {2}</source>
   <translation>文本的词元 {0}，在片段之前 {1} 个：注意力 {2}</translation>
  </message>
  <message>
   <source>Top 20%: the {0} of {1} memory tokens with the most attention</source>
   <translation>前 20%：{1} 个记忆词元中注意力最高的 {0} 个</translation>
  </message>
 </context>
 <context>
  <name>Badges</name>
  <message>
   <source>random weights</source>
   <translation>随机权重</translation>
  </message>
  <message>
   <source>unfamiliar text</source>
   <translation>陌生文本</translation>
  </message>
  <message>
   <source>almost even</source>
   <translation>几乎均匀</translation>
  </message>
  <message>
   <source>beyond training</source>
   <translation>超出训练范围</translation>
  </message>
  <message>
   <source>{0} was never trained: its numbers are chance, and say nothing of a language.</source>
   <translation>{0} 从未训练过：其数值是随机的，不反映任何语言。</translation>
  </message>
  <message>
   <source>Of {0}, no key gets more than {1} times the even share, which each of n keys has when it gets 1/n: colours may make small differences look large.
This badge comes where that is {2} times at most, counting queries that see 8 keys or more. The head may do little here; if all heads are like that, the weights may not be those of a trained model.</source>
   <translation>{0}：没有键得到超过均匀份额 {1} 倍的注意力（n 个键时均匀份额为 1/n）：颜色可能把微小的差别显得很大。
此倍数不超过 {2} 时出现此标记，只计看得到 8 个以上键的查询。这个头在此处可能作用很小；如果所有头都如此，权重可能不是训练好的模型的权重。</translation>
  </message>
  <message>
   <source>1 key hidden</source>
   <translation>隐藏了 1 个键</translation>
  </message>
  <message>
   <source>{0} keys hidden</source>
   <translation>隐藏了 {0} 个键</translation>
  </message>
  <message>
   <source>The attention on the other keys is renormalised, for this layer and head alone: on the pages Terms and Memory, in the text, the timeline and the inspector.
The maps of all heads and the other pages count every key. Shift+H shows them again.</source>
   <translation>其余键的注意力已重新归一化，仅限此层此头：在“分项”和“记忆”页、文本、时间线和检查器中。
所有头的图和其他页面仍计入每个键。Shift+H 可重新显示。</translation>
  </message>
  <message>
   <source>{0} unknown words</source>
   <translation>{0} 未知词</translation>
  </message>
  <message>
   <source>{0} incomplete characters</source>
   <translation>{0} 不完整字符</translation>
  </message>
  <message>
   <source>Most of this text is outside what {0} knows.</source>
   <translation>这段文本的大部分超出了 {0} 的知识范围。</translation>
  </message>
  <message>
   <source>{0} of its words are not in its vocabulary.</source>
   <translation>{0} 的词不在其词表中。</translation>
  </message>
  <message>
   <source>It needs {0:.2f} tokens a character; {1} of them are parts of a character.</source>
   <translation>每个字符需要 {0:.2f} 个词元，其中 {1} 只是字符的一部分。</translation>
  </message>
  <message>
   <source>What its heads do here says little about what they have learnt.</source>
   <translation>各头在此处的表现不能说明它们学到了什么。</translation>
  </message>
  <message>
   <source>some symbols</source>
   <translation>某些符号</translation>
  </message>
  <message>
   <source>no font for {0}</source>
   <translation>缺少字体：{0}</translation>
  </message>
  <message>
   <source>no font for {0} …</source>
   <translation>缺少字体：{0} …</translation>
  </message>
  <message>
   <source>No font on this computer has {0}: boxes stand for their characters ({1}), here and in figures.
The numbers are not touched by it. Install a font, for example of the Noto family, and start relviz again.</source>
   <translation>本机没有含{0}的字体：这里和图中的这些字符（{1}）显示为方框。
数值不受影响。请安装字体，例如 Noto 系列，然后重新启动 relviz。</translation>
  </message>
  <message>
   <source>Segments of {0} tokens: trained with {1} at most.</source>
   <translation>片段长 {0} 个词元：训练时最多 {1} 个。</translation>
  </message>
  <message>
   <source>A memory of {0} tokens: trained with {1} at most.</source>
   <translation>记忆长 {0} 个词元：训练时最多 {1} 个。</translation>
  </message>
  <message>
   <source>Distance {0} on the Encoding page: trained with {1} at most.</source>
   <translation>“编码”页上的距离 {0}：训练时最多 {1}。</translation>
  </message>
  <message>
   <source>The encoding of such distances is well defined, but the model has not met it.</source>
   <translation>这样的距离的编码是有定义的，但模型从未见过。</translation>
  </message>
 </context>
 <context>
  <name>Board</name>
  <message>
   <source>Experiments</source>
   <translation>实验</translation>
  </message>
  <message>
   <source>Side by side</source>
   <translation>并排</translation>
  </message>
  <message>
   <source>Collision</source>
   <translation>碰撞</translation>
  </message>
  <message>
   <source>Position probe</source>
   <translation>位置探针</translation>
  </message>
  <message>
   <source>Loss</source>
   <translation>损失</translation>
  </message>
  <message>
   <source>Absolute → relative</source>
   <translation>绝对 → 相对</translation>
  </message>
  <message>
   <source>Worked example</source>
   <translation>算例</translation>
  </message>
 </context>
 <context>
  <name>Cards</name>
  <message>
   <source>English prose. In the public domain: 19th- and early 20th-century books in the CC0 editions of Standard Ebooks, articles of the Encyclopaedia Britannica's 11th edition (1910-11), and texts of the United States government (17 USC 105): State of the Union and inaugural addresses, the blog of 18F, the prose of the CIA World Factbook.</source>
   <translation>英文散文。均属公有领域：Standard Ebooks 以 CC0 发布的 19 世纪和 20 世纪初的书籍、《不列颠百科全书》第 11 版（1910–11 年）的条目，以及美国政府的文字 (17 USC 105)：国情咨文和就职演说、18F 的博客、《世界概况》(CIA World Factbook) 的正文。</translation>
  </message>
  <message>
   <source>The first 95% of tinyshakespeare, plays by William Shakespeare (public domain) put together by Andrej Karpathy (github.com/karpathy/char-rnn); the last 5% are held out. One of several models of the same body that saw the same text in the same order, each with another position scheme, to be compared with one another. The memory is emptied and positions count from 0 again every 512 characters, so that no position beyond 511 was ever seen.</source>
   <translation>tinyshakespeare 的前 95%，即由 Andrej Karpathy 汇编的莎士比亚戏剧（公有领域，github.com/karpathy/char-rnn）；最后 5% 留出。这是一组主体相同、以相同顺序读过相同文本的模型之一，各用一种位置方案，以便相互比较。每 512 个字符清空记忆，位置重新从 0 计起，因此从未见过 511 以上的位置。</translation>
  </message>
  <message>
   <source>Chinese prose in the public domain, in simplified characters: novels of the Ming and Qing dynasties, and the works of Lu Xun (1881-1936), Xiao Hong (1911-1942) and Yu Dafu (1896-1945), without the notes and prefaces of later editors.</source>
   <translation>公有领域的简体中文作品：明清小说，以及鲁迅（1881–1936）、萧红（1911–1942）和郁达夫（1896–1945）的作品，不含后人的注释和序言。</translation>
  </message>
 </context>
 <context>
  <name>CellMenu</name>
  <message>
   <source>S&amp;how the key “{0}” again</source>
   <translation>重新显示键“{0}”(&amp;H)</translation>
  </message>
  <message>
   <source>&amp;Hide these {0} keys and renormalise</source>
   <translation>隐藏这 {0} 个键并重新归一化(&amp;H)</translation>
  </message>
  <message>
   <source>&amp;Hide the key “{0}” and renormalise</source>
   <translation>隐藏键“{0}”并重新归一化(&amp;H)</translation>
  </message>
  <message>
   <source>Show &amp;all hidden keys</source>
   <translation>显示所有隐藏的键(&amp;A)</translation>
  </message>
  <message>
   <source>Select “{0}” as the &amp;query</source>
   <translation>选“{0}”作为查询(&amp;Q)</translation>
  </message>
  <message>
   <source>&amp;Copy this cell as text</source>
   <translation>将此单元格复制为文本(&amp;C)</translation>
  </message>
  <message>
   <source>Copy this &amp;row as a table</source>
   <translation>将此行复制为表格(&amp;R)</translation>
  </message>
  <message>
   <source>&amp;Start reading at “{0}”, with an empty memory</source>
   <translation>从“{0}”开始读，记忆为空(&amp;S)</translation>
  </message>
 </context>
 <context>
  <name>CellReadout</name>
  <message>
   <source>The cell that is pointed at or selected</source>
   <translation>所指向或选中的单元格</translation>
  </message>
  <message>
   <source>No cell is selected. Arrow keys on the maps select one.</source>
   <translation>没有选中单元格。在图上按方向键即可选中。</translation>
  </message>
  <message>
   <source>Point at a cell to read its numbers; click to keep it.</source>
   <translation>指向单元格可读出数值；单击可固定。</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>query</source>
   <translation>查询</translation>
  </message>
  <message>
   <source>token {0}</source>
   <translation>词元 {0}</translation>
  </message>
  <message>
   <source>key</source>
   <translation>键</translation>
  </message>
  <message>
   <source>this query gives memory</source>
   <translation>此查询给记忆的注意力</translation>
  </message>
  <message>
   <source>mean score</source>
   <translation>平均分数</translation>
  </message>
  <message>
   <source>mean attention</source>
   <translation>平均注意力</translation>
  </message>
  <message>
   <source>score</source>
   <translation>分数</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>itself</source>
   <translation>自身</translation>
  </message>
  <message>
   <source>{0} back</source>
   <translation>前 {0}</translation>
  </message>
  <message>
   <source>{0} ahead</source>
   <translation>后 {0}</translation>
  </message>
 </context>
 <context>
  <name>CellSentence</name>
  <message>
   <source>query “{0}” (token {1}), key “{2}” (token {3}), distance {4}, in memory</source>
   <translation>查询“{0}”（词元 {1}），键“{2}”（词元 {3}），距离 {4}，在记忆中</translation>
  </message>
  <message>
   <source>query “{0}” (token {1}), key “{2}” (a zero vector, no token), distance {4}, in memory</source>
   <translation>查询“{0}”（词元 {1}），键“{2}”（零向量，没有词元），距离 {4}，在记忆中</translation>
  </message>
  <message>
   <source>query “{0}” (token {1}), key “{2}” (token {3}), distance {4}, in the segment</source>
   <translation>查询“{0}”（词元 {1}），键“{2}”（词元 {3}），距离 {4}，在片段中</translation>
  </message>
  <message>
   <source>mean score {0}, mean attention {1}</source>
   <translation>平均分数 {0}，平均注意力 {1}</translation>
  </message>
  <message>
   <source>score {0}, attention {1}</source>
   <translation>分数 {0}，注意力 {1}</translation>
  </message>
  <message>
   <source>This key is hidden.</source>
   <translation>此键已隐藏。</translation>
  </message>
  <message>
   <source>This query may not see that key: it comes later.</source>
   <translation>此查询看不到该键：它在后面。</translation>
  </message>
  <message>
   <source>This query may not see that key: same_length lets it look less far back.</source>
   <translation>此查询看不到该键：same_length 使它看不到那么远。</translation>
  </message>
 </context>
 <context>
  <name>Choice</name>
  <message>
   <source>{0} reads this text: {1:.2f} tokens a character</source>
   <translation>由 {0} 读这段文本：每字符 {1:.2f} 个词元</translation>
  </message>
  <message>
   <source>; </source>
   <translation>；</translation>
  </message>
 </context>
 <context>
  <name>CollisionView</name>
  <message>
   <source>Equal position vectors</source>
   <translation>相同的位置向量</translation>
  </message>
  <message>
   <source>What was found</source>
   <translation>结果</translation>
  </message>
  <message>
   <source>{0} and {1} both sit at position {2} of their segment, from 0: the model cannot tell by it which is nearer.</source>
   <translation>{0} 与 {1} 都在各自片段的位置 {2}（从 0 计起）：模型无法据此分辨哪个更近。</translation>
  </message>
  <message>
   <source>{0} and {1} both sit at position {2}, counted from 1: the model cannot tell by it which is nearer.</source>
   <translation>{0} 与 {1} 都在位置 {2}（从 1 计起）：模型无法据此分辨哪个更近。</translation>
  </message>
  <message>
   <source> {0} such pairs.</source>
   <translation>这样的词元共有 {0} 对。</translation>
  </message>
  <message>
   <source>{0} at {1} and {2} at {3}: equal</source>
   <translation>{0} 在 {1}，{2} 在 {3}：相同</translation>
  </message>
  <message>
   <source>{0} at {1} and {2} at {3}</source>
   <translation>{0} 在 {1}，{2} 在 {3}</translation>
  </message>
  <message>
   <source>{0} and {1} have no positions</source>
   <translation>{0} 与 {1} 没有位置</translation>
  </message>
 </context>
 <context>
  <name>CommandPalette</name>
  <message>
   <source>Command palette</source>
   <translation>命令面板</translation>
  </message>
  <message>
   <source>A command, or a place: segment 12, L3 H2, token 400</source>
   <translation>命令或位置：片段 12、L3 H2、词元 400</translation>
  </message>
  <message>
   <source>Command or place</source>
   <translation>命令或位置</translation>
  </message>
  <message>
   <source>Commands that fit</source>
   <translation>匹配的命令</translation>
  </message>
  <message>
   <source>Nothing is called that. Try fewer letters.</source>
   <translation>没有这样的名称。请少输入几个字。</translation>
  </message>
  <message>
   <source>on</source>
   <translation>开</translation>
  </message>
  <message>
   <source>off</source>
   <translation>关</translation>
  </message>
  <message>
   <source>not available now</source>
   <translation>目前不可用</translation>
  </message>
 </context>
 <context>
  <name>CompareReadout</name>
  <message>
   <source>The cells of A and B that are pointed at or selected</source>
   <translation>A 与 B 中所指向或选中的单元格</translation>
  </message>
  <message>
   <source>Point at a cell to read it off in A and in B; click to keep it.</source>
   <translation>指向单元格可在 A 与 B 中读出数值；单击可固定。</translation>
  </message>
  <message>
   <source>mean score</source>
   <translation>平均分数</translation>
  </message>
  <message>
   <source>mean attention</source>
   <translation>平均注意力</translation>
  </message>
  <message>
   <source>score</source>
   <translation>分数</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>score {0}, attention {1}</source>
   <translation>分数 {0}，注意力 {1}</translation>
  </message>
  <message>
   <source>{0} points</source>
   <translation>{0} 个百分点</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>query</source>
   <translation>查询</translation>
  </message>
  <message>
   <source>token {0}</source>
   <translation>词元 {0}</translation>
  </message>
  <message>
   <source>key</source>
   <translation>键</translation>
  </message>
  <message>
   <source>no such cell in A</source>
   <translation>A 中没有此单元格</translation>
  </message>
  <message>
   <source>cannot be seen in A</source>
   <translation>在 A 中看不到</translation>
  </message>
  <message>
   <source>no such cell in B</source>
   <translation>B 中没有此单元格</translation>
  </message>
  <message>
   <source>cannot be seen in B</source>
   <translation>在 B 中看不到</translation>
  </message>
  <message>
   <source>no partner</source>
   <translation>没有对应单元格</translation>
  </message>
  <message>
   <source>one of them cannot be seen</source>
   <translation>其中一个看不到</translation>
  </message>
  <message>
   <source>itself</source>
   <translation>自身</translation>
  </message>
  <message>
   <source>{0} back</source>
   <translation>前 {0}</translation>
  </message>
  <message>
   <source>{0} ahead</source>
   <translation>后 {0}</translation>
  </message>
 </context>
 <context>
  <name>CompareStrip</name>
  <message>
   <source>Map that is shown of A and of B</source>
   <translation>A 与 B 所显示的图</translation>
  </message>
  <message>
   <source>By what a cell of B finds its partner in A</source>
   <translation>B 的单元格按什么在 A 中找到对应单元格</translation>
  </message>
  <message>
   <source>same tokens</source>
   <translation>相同词元</translation>
  </message>
  <message>
   <source>same distances</source>
   <translation>相同距离</translation>
  </message>
  <message>
   <source>B alone</source>
   <translation>只看 B</translation>
  </message>
  <message>
   <source>A | B</source>
   <translation>A | B</translation>
  </message>
  <message>
   <source>B − A</source>
   <translation>B − A</translation>
  </message>
  <message>
   <source>Swap</source>
   <translation>交换</translation>
  </message>
  <message>
   <source>Go to A</source>
   <translation>转到 A</translation>
  </message>
  <message>
   <source>Release</source>
   <translation>取消固定</translation>
  </message>
  <message>
   <source>This page shows B alone; the Terms page compares.</source>
   <translation>本页只显示 B；比较在“分项”页。</translation>
  </message>
  <message>
   <source>The same so far: choose another head, segment or length.</source>
   <translation>目前两者相同：请选择另一个头、片段或长度。</translation>
  </message>
  <message>
   <source>{0} of {1} cells</source>
   <translation>{1} 个单元格中的 {0} 个</translation>
  </message>
  <message>
   <source>no cell matches</source>
   <translation>没有匹配的单元格</translation>
  </message>
  <message>
   <source>score</source>
   <translation>分数</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
 </context>
 <context>
  <name>Comparison</name>
  <message>
   <source>from the beginning</source>
   <translation>从开头</translation>
  </message>
  <message>
   <source>memory empty at first</source>
   <translation>记忆起初为空</translation>
  </message>
  <message>
   <source>all terms as they are</source>
   <translation>各项不变</translation>
  </message>
  <message>
   <source>all keys</source>
   <translation>所有键</translation>
  </message>
  <message>
   <source>{0} with {1}</source>
   <translation>{0}，{1}</translation>
  </message>
  <message>
   <source>segment {0}</source>
   <translation>片段 {0}</translation>
  </message>
  <message>
   <source>layer {0}</source>
   <translation>第 {0} 层</translation>
  </message>
  <message>
   <source>from token {0}</source>
   <translation>从词元 {0} 起</translation>
  </message>
  <message>
   <source>memory zero at first</source>
   <translation>记忆起初为零向量</translation>
  </message>
  <message>
   <source>off</source>
   <translation>关</translation>
  </message>
  <message>
   <source>{0} from the start</source>
   <translation>{0}（从头起）</translation>
  </message>
  <message>
   <source>{0} on this segment</source>
   <translation>{0}（仅本片段）</translation>
  </message>
  <message>
   <source>keys hidden: {0}</source>
   <translation>已隐藏的键：{0}</translation>
  </message>
  <message>
   <source>text “{0}”</source>
   <translation>文本“{0}”</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0}/{1}</translation>
  </message>
  <message>
   <source>A has no such term</source>
   <translation>A 没有这一项</translation>
  </message>
  <message>
   <source>{0}, same scale</source>
   <translation>{0}，同一色标</translation>
  </message>
  <message>
   <source>A beside B, on one scale</source>
   <translation>A 与 B 并排，同一色标</translation>
  </message>
  <message>
   <source>B − A, each cell less its partner</source>
   <translation>B − A，每个单元格减去其对应单元格</translation>
  </message>
  <message>
   <source>no cell of B has the same two tokens in A</source>
   <translation>B 中没有单元格在 A 中有相同的两个词元</translation>
  </message>
  <message>
   <source>no cell of B has the same query and distance in A</source>
   <translation>B 中没有单元格在 A 中有相同的查询和距离</translation>
  </message>
  <message>
   <source>same tokens: {0} of {1} cells of B have a partner in A</source>
   <translation>相同词元：B 的 {1} 个单元格中有 {0} 个在 A 中有对应</translation>
  </message>
  <message>
   <source>same distances: {0} of {1} cells of B have a partner in A</source>
   <translation>相同距离：B 的 {1} 个单元格中有 {0} 个在 A 中有对应</translation>
  </message>
  <message>
   <source>B − A, points</source>
   <translation>B − A，百分点</translation>
  </message>
  <message>
   <source>B − A</source>
   <translation>B − A</translation>
  </message>
 </context>
 <context>
  <name>Complaints</name>
  <message>
   <source>Something unexpected went wrong: {0}</source>
   <translation>发生了意外错误：{0}</translation>
  </message>
 </context>
 <context>
  <name>Data</name>
  <message>
   <source>NumPy arrays</source>
   <translation>NumPy 数组</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>表格</translation>
  </message>
  <message>
   <source>JSON</source>
   <translation>JSON</translation>
  </message>
 </context>
 <context>
  <name>Device</name>
  <message>
   <source>Auto</source>
   <translation>自动</translation>
  </message>
 </context>
 <context>
  <name>Docks</name>
  <message>
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <source>Heads</source>
   <translation>注意力头</translation>
  </message>
  <message>
   <source>Inspector</source>
   <translation>检查器</translation>
  </message>
 </context>
 <context>
  <name>EmptyState</name>
  <message>
   <source>Open a text…</source>
   <translation>打开文本…</translation>
  </message>
  <message>
   <source>Read the clipboard</source>
   <translation>读入剪贴板</translation>
  </message>
  <message>
   <source>Read the sample</source>
   <translation>读示例文本</translation>
  </message>
  <message>
   <source>Open a model folder…</source>
   <translation>打开模型文件夹…</translation>
  </message>
  <message>
   <source>Use the model that fits the text</source>
   <translation>使用适合文本的模型</translation>
  </message>
  <message>
   <source>There is no text yet</source>
   <translation>还没有文本</translation>
  </message>
  <message>
   <source>Type or paste one on the left, drop a file on the window, or begin here.</source>
   <translation>在左侧输入或粘贴，将文件拖入窗口，或从这里开始。</translation>
  </message>
  <message>
   <source>There is no model to read with</source>
   <translation>没有可用的模型</translation>
  </message>
  <message>
   <source>Choose one in the toolbar, drop a model folder on the window, or go on here.</source>
   <translation>请在工具栏中选择，将模型文件夹拖入窗口，或从这里继续。</translation>
  </message>
  <message>
   <source>Nothing could be read</source>
   <translation>无法读取</translation>
  </message>
  <message>
   <source>The message above says why. Another text, model or length may do.</source>
   <translation>上方的消息说明了原因。可换一段文本、模型或长度试试。</translation>
  </message>
 </context>
 <context>
  <name>EncodingPage</name>
  <message>
   <source>Relative distance</source>
   <translation>相对距离</translation>
  </message>
  <message>
   <source>interleave sine and cosine</source>
   <translation>正弦余弦交错</translation>
  </message>
  <message>
   <source>Encoding of relative distances</source>
   <translation>相对距离的编码</translation>
  </message>
  <message>
   <source>relative distance &amp;d</source>
   <translation>相对距离 d(&amp;D)</translation>
  </message>
  <message>
   <source>The position scheme of {0} has no vectors of distances.</source>
   <translation>{0} 的位置方案没有距离向量。</translation>
  </message>
  <message>
   <source>a key {0} tokens after the query</source>
   <translation>键在查询之后 {0} 个词元</translation>
  </message>
  <message>
   <source>a key {0} tokens after the query: the formula has it, but this model never looks ahead</source>
   <translation>键在查询之后 {0} 个词元：公式给得出，但此模型从不看后文</translation>
  </message>
  <message>
   <source>from clamp_len = {0} on, all distances share one vector</source>
   <translation>从 clamp_len = {0} 起，所有距离共用一个向量</translation>
  </message>
  <message>
   <source>farther than the {0} tokens that were seen in training</source>
   <translation>比训练时见过的 {0} 个词元更远</translation>
  </message>
  <message>
   <source>the token itself</source>
   <translation>词元自身</translation>
  </message>
  <message>
   <source>the key just before the query (the article writes −1)</source>
   <translation>键紧邻在查询之前（文章写作 −1）</translation>
  </message>
  <message>
   <source>a key {0} tokens before the query (the article writes −{0})</source>
   <translation>键在查询之前 {0} 个词元（文章写作 −{0}）</translation>
  </message>
 </context>
 <context>
  <name>Errors</name>
  <message>
   <source>There is no layer {0} with a head {1} in the models compared: their last are layer {2} and head {3}.</source>
   <translation>所比较的模型中没有第 {0} 层的头 {1}：最后一层为 {2}，最后一个头为 {3}。</translation>
  </message>
  <message>
   <source>The weights of {0} are random, and have no loss worth measuring: choose --schemes that are trained.</source>
   <translation>{0} 的权重是随机的，其损失不值得测量：请用 --schemes 选择训练过的方案。</translation>
  </message>
  <message>
   <source>The project is damaged: {0} must be {1}, not {2}; open another one.</source>
   <translation>项目已损坏：{0} 必须为 {1}，而不是 {2}；请打开另一个。</translation>
  </message>
  <message>
   <source>{0} cannot be read ({1}): give a file that can.</source>
   <translation>无法读取 {0}（{1}）：请换一个能读取的文件。</translation>
  </message>
  <message>
   <source>{0} has no settings of relviz: drop a PNG that relviz exported, a text file or a model folder.</source>
   <translation>{0} 中没有 relviz 的设置：请拖入 relviz 导出的 PNG、文本文件或模型文件夹。</translation>
  </message>
  <message>
   <source>The settings in {0} are damaged: open another picture.</source>
   <translation>{0} 中的设置已损坏：请打开另一张图片。</translation>
  </message>
  <message>
   <source>{0}: {1}</source>
   <translation>{0}：{1}</translation>
  </message>
  <message>
   <source>The settings are damaged: open another picture.</source>
   <translation>设置已损坏：请打开另一张图片。</translation>
  </message>
  <message>
   <source>This is no project of relviz: open one whose name ends in .relviz.</source>
   <translation>这不是 relviz 的项目：请打开名称以 .relviz 结尾的项目。</translation>
  </message>
  <message>
   <source>The project is of version {0} and this relviz, {1}, reads up to {2}: open it with relviz {3}.</source>
   <translation>项目为版本 {0}，而当前的 relviz {1} 只能读到版本 {2}：请用 relviz {3} 打开。</translation>
  </message>
  <message>
   <source>There is no file {0}: check the name.</source>
   <translation>找不到文件 {0}：请检查名称。</translation>
  </message>
  <message>
   <source>{0} is no project of relviz, or a damaged one: open another one.</source>
   <translation>{0} 不是 relviz 的项目，或已损坏：请打开另一个。</translation>
  </message>
  <message>
   <source>The project is damaged: {0} is no scale; open another one.</source>
   <translation>项目已损坏：{0} 不是色标；请打开另一个。</translation>
  </message>
  <message>
   <source>{0} ({1})</source>
   <translation>{0}（{1}）</translation>
  </message>
  <message>
   <source>no {0} text at byte {1}</source>
   <translation>第 {1} 字节处不是 {0} 文本</translation>
  </message>
  <message>
   <source>no JSON in line {0}, column {1}</source>
   <translation>第 {0} 行第 {1} 列不是 JSON</translation>
  </message>
  <message>
   <source>{0} holds weights without the model's settings: save the whole model, as kimiyoung's train.py does, or a Hugging Face folder with config.json.</source>
   <translation>{0} 只有权重，没有模型的设置：请像 kimiyoung 的 train.py 那样保存整个模型，或给出带 config.json 的 Hugging Face 文件夹。</translation>
  </message>
  <message>
   <source>{0} holds no model: give the model.pt that kimiyoung's train.py writes.</source>
   <translation>{0} 中没有模型：请给出 kimiyoung 的 train.py 写出的 model.pt。</translation>
  </message>
  <message>
   <source>{0} holds a {1}, but relviz opens {2} alone.</source>
   <translation>{0} 中是 {1}，而 relviz 只能打开 {2}。</translation>
  </message>
  <message>
   <source>{0} does not fit: {1}</source>
   <translation>{0} 不适用：{1}</translation>
  </message>
  <message>
   <source>{0} is damaged: a setting of the model is of the wrong kind ({1}).</source>
   <translation>{0} 已损坏：模型的一项设置类型不对（{1}）。</translation>
  </message>
  <message>
   <source>the model has no {0}.</source>
   <translation>模型没有 {0}。</translation>
  </message>
  <message>
   <source>attn_type {0} (absolute positions) is not the attention of a Transformer-XL: relviz opens attn_type 0 and 1.</source>
   <translation>attn_type {0}（绝对位置）不是 Transformer-XL 的注意力：relviz 能打开 attn_type 0 和 1。</translation>
  </message>
  <message>
   <source>the model has no layers.</source>
   <translation>模型没有层。</translation>
  </message>
  <message>
   <source>the model has no feed-forward layers.</source>
   <translation>模型没有前馈层。</translation>
  </message>
  <message>
   <source>the model has no table r_emb.</source>
   <translation>模型没有 r_emb 表。</translation>
  </message>
  <message>
   <source>{0} is not in the cache, and offline mode is on: unset HF_HUB_OFFLINE to fetch it.</source>
   <translation>{0} 不在缓存中，且处于离线模式：取消设置 HF_HUB_OFFLINE 即可获取。</translation>
  </message>
  <message>
   <source>{0} has no {1}, so relviz does not know what it holds.</source>
   <translation>{0} 没有 {1}，relviz 无法知道其中的内容。</translation>
  </message>
  <message>
   <source>{0} has neither {1} nor {2}, which is what relviz opens.</source>
   <translation>{0} 中既没有 {1} 也没有 {2}，relviz 只能打开这两种文件。</translation>
  </message>
  <message>
   <source>{0} was changed while it was being fetched: fetch it again.</source>
   <translation>{0} 在获取过程中发生了变化：请重新获取。</translation>
  </message>
  <message>
   <source>{0!r} is no name of a hub repository: give OWNER/NAME.</source>
   <translation>{0!r} 不是 hub 仓库的名称：请写成 OWNER/NAME。</translation>
  </message>
  <message>
   <source>{0} is open only to those who accept its terms: do so on its page, then log in with `hf auth login`.</source>
   <translation>{0} 只对接受其条款的人开放：请在其页面上接受，然后用 `hf auth login` 登录。</translation>
  </message>
  <message>
   <source>There is no model {0} on the hub, or it is private: check the name, or log in with `hf auth login`.</source>
   <translation>hub 上找不到模型 {0}，或它是私有的：请检查名称，或用 `hf auth login` 登录。</translation>
  </message>
  <message>
   <source>{0} has no revision {1}: check the name of the branch or tag.</source>
   <translation>{0} 没有版本 {1}：请检查分支或标签的名称。</translation>
  </message>
  <message>
   <source>{0} cannot be fetched ({1}): try again.</source>
   <translation>无法获取 {0}（{1}）：请重试。</translation>
  </message>
  <message>
   <source>The hub at {0} cannot be reached ({1}): check the connection and try again.</source>
   <translation>无法连接 hub {0}（{1}）：请检查网络连接，然后重试。</translation>
  </message>
  <message>
   <source>There is no model {0}: give a model folder, a bundled name ({1}), or a repository fetched with `relviz models get`.</source>
   <translation>找不到模型 {0}：请给出模型文件夹、自带模型的名称（{1}），或用 `relviz models get` 获取的仓库。</translation>
  </message>
  <message>
   <source>{0} is missing: a model folder holds {1} and {2}.</source>
   <translation>缺少 {0}：模型文件夹应包含 {1} 和 {2}。</translation>
  </message>
  <message>
   <source>{0} describes a {1} model, which is not among those that relviz opens: Transformer-XL (transfo-xl), XLNet (xlnet) and its own.</source>
   <translation>{0} 描述的是 {1} 模型，relviz 打不开；它能打开 Transformer-XL (transfo-xl)、XLNet (xlnet) 和自己的模型。</translation>
  </message>
  <message>
   <source>{0} is {1}.</source>
   <translation>{0} 是 {1}。</translation>
  </message>
  <message>
   <source>{0} is no model that relviz opens: {1}, or the authors' model.pt.</source>
   <translation>{0} 不是 relviz 能打开的模型：{1}，或原作者代码的 model.pt。</translation>
  </message>
  <message>
   <source>{0} cannot be read: {1}.</source>
   <translation>无法读取 {0}：{1}。</translation>
  </message>
  <message>
   <source>{0} is damaged: it holds no settings.</source>
   <translation>{0} 已损坏：其中没有设置。</translation>
  </message>
  <message>
   <source>n_layer is {0}, but {1} has {2} tensors.</source>
   <translation>n_layer 为 {0}，但 {1} 有 {2} 个张量。</translation>
  </message>
  <message>
   <source>{0} has {1} tokens, but the model knows {2}: the files do not belong together.</source>
   <translation>{0} 有 {1} 个词元，但模型认识 {2} 个：这些文件不属于同一个模型。</translation>
  </message>
  <message>
   <source>The model cannot be written to {0}: {1}.</source>
   <translation>无法将模型写入 {0}：{1}。</translation>
  </message>
  <message>
   <source>There is no position scheme {0!r}: choose {1}.</source>
   <translation>没有位置方案 {0!r}：请选择 {1}。</translation>
  </message>
  <message>
   <source>{0} cannot be read with the scheme {1}, which needs weights or settings that it lacks: choose {2}.</source>
   <translation>{0} 不能用方案 {1} 读，它缺少所需的权重或设置：请选择 {2}。</translation>
  </message>
  <message>
   <source>{0} is damaged: what is pickled in it cannot be read ({1}).</source>
   <translation>{0} 已损坏：无法读取其中的 pickle 内容（{1}）。</translation>
  </message>
  <message>
   <source>{0} asks for {1}, which relviz does not run or build from a file: nothing was run; get it as model.safetensors or vocab.json, or from a source you trust.</source>
   <translation>{0} 要求使用 {1}，而 relviz 不会按文件的要求运行或构造它：没有运行任何内容；请改用 model.safetensors 或 vocab.json，或从可信的来源获取。</translation>
  </message>
  <message>
   <source>{0} refers to something outside itself ({1!r:.60}), which it should not.</source>
   <translation>{0} 引用了文件之外的内容 ({1!r:.60})，这是不应该的。</translation>
  </message>
  <message>
   <source>{0} uses an operation of pickle that no model or vocabulary needs.</source>
   <translation>{0} 使用了模型和词表都不需要的 pickle 操作。</translation>
  </message>
  <message>
   <source>{0} is damaged or no SentencePiece model: {1}.</source>
   <translation>{0} 已损坏，或不是 SentencePiece 模型：{1}。</translation>
  </message>
  <message>
   <source>{0} is damaged or no SentencePiece model: it holds no pieces.</source>
   <translation>{0} 已损坏，或不是 SentencePiece 模型：其中没有词片。</translation>
  </message>
  <message>
   <source>{0} lacks the tensor {1}.</source>
   <translation>{0} 缺少张量 {1}。</translation>
  </message>
  <message>
   <source>{0} has {1} as {2}, but {3} asks for {4}.</source>
   <translation>{0} 中的 {1} 为 {2}，但 {3} 要求 {4}。</translation>
  </message>
  <message>
   <source>{0} has a tensor {1} that the model does not have.</source>
   <translation>{0} 中有模型所没有的张量 {1}。</translation>
  </message>
  <message>
   <source>{0} is damaged or no safetensors file: {1}.</source>
   <translation>{0} 已损坏，或不是 safetensors 文件：{1}。</translation>
  </message>
  <message>
   <source>{0} is missing: a model folder holds config.json and model.safetensors.</source>
   <translation>缺少 {0}：模型文件夹应包含 config.json 和 model.safetensors。</translation>
  </message>
  <message>
   <source>{0} is damaged: {1}.</source>
   <translation>{0} 已损坏：{1}。</translation>
  </message>
  <message>
   <source>{0} of {1} does not fit: {2}</source>
   <translation>{1} 的 {0} 不适用：{2}</translation>
  </message>
  <message>
   <source>it asks for a model that does not fit into the memory of any machine.</source>
   <translation>它要求的模型任何机器的内存都放不下。</translation>
  </message>
  <message>
   <source>{0} has {1} as {2}, which weights are not.</source>
   <translation>{0} 中的 {1} 为 {2}，不是权重应有的类型。</translation>
  </message>
  <message>
   <source>{0} has numbers in {1} that are not finite.</source>
   <translation>{0} 的 {1} 中有非有限的数。</translation>
  </message>
  <message>
   <source>{0} cannot be read ({1}): check the file.</source>
   <translation>无法读取 {0}（{1}）：请检查文件。</translation>
  </message>
  <message>
   <source>{0} is empty: fetch the file again.</source>
   <translation>{0} 是空文件：请重新获取。</translation>
  </message>
  <message>
   <source>{0} has no tensor at {1}, so it is not the state_dict of a model.</source>
   <translation>{0} 的 {1} 处不是张量，因此它不是模型的 state_dict。</translation>
  </message>
  <message>
   <source>{0} holds no tensors by name, so it is not the state_dict of a model.</source>
   <translation>{0} 中没有按名称存放的张量，因此它不是模型的 state_dict。</translation>
  </message>
  <message>
   <source>{0} was written on a machine of the other byte order: save it anew on one like this.</source>
   <translation>{0} 是在字节序相反的机器上写成的：请在与本机字节序相同的机器上重新保存。</translation>
  </message>
  <message>
   <source>{0} is damaged: the list of its storages does not fit what it holds.</source>
   <translation>{0} 已损坏：存储块列表与其内容不符。</translation>
  </message>
  <message>
   <source>{0} is cut short within the storage {1}: fetch the file again.</source>
   <translation>{0} 不完整，在存储块 {1} 中被截断：请重新获取。</translation>
  </message>
  <message>
   <source>{0} is damaged: the storage {1} does not have the length that is declared.</source>
   <translation>{0} 已损坏：存储块 {1} 的长度与声明的不符。</translation>
  </message>
  <message>
   <source>{0} is no file that torch.save wrote, or is damaged: fetch the file again.</source>
   <translation>{0} 不是 torch.save 写出的文件，或已损坏：请重新获取。</translation>
  </message>
  <message>
   <source>{0} is damaged: {1} does not fit its checksum, so fetch the file again.</source>
   <translation>{0} 已损坏：{1} 与其校验和不符，请重新获取。</translation>
  </message>
  <message>
   <source>{0} is damaged: it ends within {1}.</source>
   <translation>{0} 已损坏：在 {1} 中结束。</translation>
  </message>
  <message>
   <source>{0} is damaged: it declares the storage {1} twice, and differently.</source>
   <translation>{0} 已损坏：存储块 {1} 声明了两次，且不一致。</translation>
  </message>
  <message>
   <source>{0} is damaged: it declares {1:,} bytes for the storage {2}, but has {3:,} in all.</source>
   <translation>{0} 已损坏：存储块 {2} 声明为 {1:,} 字节，而整个文件只有 {3:,} 字节。</translation>
  </message>
  <message>
   <source>{0} is damaged: it declares a tensor of shape {1}, but has {2:,} numbers for it.</source>
   <translation>{0} 已损坏：声明的张量形状为 {1}，却只有 {2:,} 个数。</translation>
  </message>
  <message>
   <source>{0} is a zip archive, but none that torch.save writes: it has no data.pkl.</source>
   <translation>{0} 是 zip 压缩包，但不是 torch.save 写出的：其中没有 data.pkl。</translation>
  </message>
  <message>
   <source>{0} is a TorchScript program, which relviz does not run: save the weights alone.</source>
   <translation>{0} 是 TorchScript 程序，relviz 不运行它：请只保存权重。</translation>
  </message>
  <message>
   <source>{0} is damaged: it declares {1:,} bytes for the storage {2}, but has {3}.</source>
   <translation>{0} 已损坏：存储块 {2} 声明为 {1:,} 字节，实际为 {3}。</translation>
  </message>
  <message>
   <source>{0} has a pickle of {1:,} bytes in it, which no model needs.</source>
   <translation>{0} 中有一个 {1:,} 字节的 pickle，任何模型都不需要这么大。</translation>
  </message>
  <message>
   <source>{0} is damaged or cut short ({1}): fetch the file again.</source>
   <translation>{0} 已损坏或不完整（{1}）：请重新获取。</translation>
  </message>
  <message>
   <source>{0} has the entry {1} compressed, to {2:,} bytes unpacked, which torch.save never does: it was not unpacked.</source>
   <translation>{0} 中的条目 {1} 是压缩的，解压后为 {2:,} 字节，而 torch.save 从不压缩：没有解压。</translation>
  </message>
  <message>
   <source>{0} is damaged: it declares {1:,} bytes, but has {2:,}.</source>
   <translation>{0} 已损坏：声明为 {1:,} 字节，实际为 {2:,} 字节。</translation>
  </message>
  <message>
   <source>{0} is damaged: the entry {1} is not where it is declared.</source>
   <translation>{0} 已损坏：条目 {1} 不在声明的位置。</translation>
  </message>
  <message>
   <source>{0} is cut short within the entry {1}: fetch the file again.</source>
   <translation>{0} 不完整，在条目 {1} 中被截断：请重新获取。</translation>
  </message>
  <message>
   <source>attn_type must be 0, which is all that Hugging Face's code has, not {0!r}.</source>
   <translation>attn_type 必须为 0（Hugging Face 的代码只有这一种），而不是 {0!r}。</translation>
  </message>
  <message>
   <source>{0} lacks the tensor {1}layers.{2}.{3}.</source>
   <translation>{0} 缺少张量 {1}layers.{2}.{3}。</translation>
  </message>
  <message>
   <source>{0} has no output layer (crit), so it predicts no words: give a whole language model (TransfoXLLMHeadModel).</source>
   <translation>{0} 没有输出层 (crit)，不能预测词：请给出完整的语言模型 (TransfoXLLMHeadModel)。</translation>
  </message>
  <message>
   <source>{0} has {1} as {2}, but the model has {3} layers.</source>
   <translation>{0} 中的 {1} 为 {2}，但模型有 {3} 层。</translation>
  </message>
  <message>
   <source>{0} has {1} words, but the model knows {2}: the files do not belong together.</source>
   <translation>{0} 有 {1} 个词，但模型认识 {2} 个：这些文件不属于同一个模型。</translation>
  </message>
  <message>
   <source>{0} is damaged: {1}</source>
   <translation>{0} 已损坏：{1}</translation>
  </message>
  <message>
   <source>{0} is no UTF-8 text: {1}.</source>
   <translation>{0} 不是 UTF-8 文本：{1}。</translation>
  </message>
  <message>
   <source>{0} holds no vocabulary.</source>
   <translation>{0} 中没有词表。</translation>
  </message>
  <message>
   <source>{0} is damaged: its ids are not 0 to {1}, one a word.</source>
   <translation>{0} 已损坏：其编号不是 0 到 {1}、每词一个。</translation>
  </message>
  <message>
   <source>{0} holds no vocabulary: it should be words and their ids.</source>
   <translation>{0} 中没有词表：应为词及其编号。</translation>
  </message>
  <message>
   <source>{0} is damaged or no JSON: {1}.</source>
   <translation>{0} 已损坏，或不是 JSON：{1}。</translation>
  </message>
  <message>
   <source>it lacks the setting {0}.</source>
   <translation>缺少设置 {0}。</translation>
  </message>
  <message>
   <source>attn_type must be 'bi' or 'uni', not {0!r}.</source>
   <translation>attn_type 必须为 'bi' 或 'uni'，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>d_model and n_head must be whole numbers, not {0!r} and {1!r}.</source>
   <translation>d_model 和 n_head 必须为整数，而不是 {0!r} 和 {1!r}。</translation>
  </message>
  <message>
   <source>{0} has another lm_loss.weight than word_embedding.weight: XLNet ties the two.</source>
   <translation>{0} 的 lm_loss.weight 与 word_embedding.weight 不同：XLNet 中两者是绑定的。</translation>
  </message>
  <message>
   <source>d_model must be even, since R_d is half sines and half cosines, not {0}.</source>
   <translation>d_model 必须为偶数（R_d 一半是正弦，一半是余弦），而不是 {0}。</translation>
  </message>
  <message>
   <source>{0} must be true or false, not {1!r}.</source>
   <translation>{0} 必须为 true 或 false，而不是 {1!r}。</translation>
  </message>
  <message>
   <source>layer_norm_epsilon must be a small positive number, not {0!r}.</source>
   <translation>layer_norm_epsilon 必须为很小的正数，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>initial_memory must be 'empty' or 'zeros', not {0!r}.</source>
   <translation>initial_memory 必须为 'empty' 或 'zeros'，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>activation must be 'relu' or 'gelu', not {0!r}.</source>
   <translation>activation 必须为 'relu' 或 'gelu'，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>same_length_of must be 'capacity' or 'fill', not {0!r}.</source>
   <translation>same_length_of 必须为 'capacity' 或 'fill'，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>{0} must be a list, not {1!r}.</source>
   <translation>{0} 必须为列表，而不是 {1!r}。</translation>
  </message>
  <message>
   <source>cutoffs must ascend from 1 to below vocab_size, {0}, not {1}.</source>
   <translation>cutoffs 必须从 1 起递增，且小于 vocab_size（{0}），而不是 {1}。</translation>
  </message>
  <message>
   <source>div_val {0} leaves the last cluster of {1} no width.</source>
   <translation>div_val 为 {0} 时，宽度 {1} 的最后一个簇没有宽度。</translation>
  </message>
  <message>
   <source>cluster_order must be 'forward' or 'reversed', not {0!r}.</source>
   <translation>cluster_order 必须为 'forward' 或 'reversed'，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>{0} must be a whole number of at least {1}, not {2!r}.</source>
   <translation>{0} 必须为不小于 {1} 的整数，而不是 {2!r}。</translation>
  </message>
  <message>
   <source>unknown setting {0}.</source>
   <translation>未知的设置 {0}。</translation>
  </message>
  <message>
   <source>a setting is of the wrong kind: {0}.</source>
   <translation>有一项设置类型不对：{0}。</translation>
  </message>
  <message>
   <source>There is no device {0} on this machine: choose {1}.</source>
   <translation>本机没有设备 {0}：请选择 {1}。</translation>
  </message>
  <message>
   <source>The gain of {0} must lie between 0 and {1:g}, not {2:g}.</source>
   <translation>{0} 的增益必须在 0 到 {1:g} 之间，而不是 {2:g}。</translation>
  </message>
  <message>
   <source>Interventions act since the 'start' or on the 'segment', not {0!r}.</source>
   <translation>干预从 'start' 起或对 'segment' 起作用，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>The schemes show different segments: read the same text with the same lengths to compare them.</source>
   <translation>各方案显示的片段不同：请用相同的长度读同一段文本再比较。</translation>
  </message>
  <message>
   <source>The results of the lab are damaged ({0}): measure them again.</source>
   <translation>实验结果已损坏（{0}）：请重新测量。</translation>
  </message>
  <message>
   <source>The text of the lab cannot be read ({0}): install relviz again.</source>
   <translation>无法读取实验用的文本（{0}）：请重新安装 relviz。</translation>
  </message>
  <message>
   <source>{0} cannot be read ({1}): measure again with `relviz lab table`.</source>
   <translation>无法读取 {0}（{1}）：请用 `relviz lab table` 重新测量。</translation>
  </message>
  <message>
   <source>{0} cannot be written: {1}.</source>
   <translation>无法写入 {0}：{1}。</translation>
  </message>
  <message>
   <source>The two readings show different segments: read the same text with the same lengths to compare them.</source>
   <translation>两次阅读显示的片段不同：请用相同的长度读同一段文本再比较。</translation>
  </message>
  <message>
   <source>The text has {0:,} tokens, too few to measure on: give it at least {1:,}.</source>
   <translation>文本有 {0:,} 个词元，太少，无法测量：请至少给出 {1:,} 个。</translation>
  </message>
  <message>
   <source>There is no one place for the table: put the lines {0} and {1} where it belongs.</source>
   <translation>表格的位置不明确：请在应放表格处写上 {0} 和 {1} 两行。</translation>
  </message>
  <message>
   <source>R is made of pairs of sine and cosine: give an even d_model of at least 2, not {0}.</source>
   <translation>R 由成对的正弦和余弦组成：d_model 必须为不小于 2 的偶数，而不是 {0}。</translation>
  </message>
  <message>
   <source>A run of {0} tokens cannot be repeated in a segment of {1} after a memory of {2}: choose a shorter run, and a memory of whole segments.</source>
   <translation>{0} 个词元的序列无法在长 {1} 的片段和长 {2} 的记忆中重复：请选择较短的序列，并使记忆为整数个片段。</translation>
  </message>
  <message>
   <source>A vocabulary of {0} tokens is too small for {1} different ones.</source>
   <translation>词表只有 {0} 个词元，不足以取 {1} 个不同的词元。</translation>
  </message>
  <message>
   <source>There are no test passages of the language {0!r}: choose {1}.</source>
   <translation>没有语言 {0!r} 的测试文段：请选择 {1}。</translation>
  </message>
  <message>
   <source>A test passage cannot be read ({0}): install relviz again.</source>
   <translation>无法读取测试文段（{0}）：请重新安装 relviz。</translation>
  </message>
  <message>
   <source>A segment holds at least 1 token, not {0}.</source>
   <translation>片段至少包含 1 个词元，而不是 {0} 个。</translation>
  </message>
  <message>
   <source>A memory holds at least 0 tokens, not {0}.</source>
   <translation>记忆至少包含 0 个词元，而不是 {0} 个。</translation>
  </message>
  <message>
   <source>The memory starts 'empty' or with 'zeros', not {0!r}.</source>
   <translation>记忆以 'empty' 或 'zeros' 开始，而不是 {0!r}。</translation>
  </message>
  <message>
   <source>{0} reads from left to right: its tokens cannot see later ones.</source>
   <translation>{0} 从左向右读：其词元看不到后面的词元。</translation>
  </message>
  <message>
   <source>There is no text to read: paste some, or open a file that has some.</source>
   <translation>没有可读的文本：请粘贴一些，或打开含有文本的文件。</translation>
  </message>
  <message>
   <source>Token ids must lie between 0 and {0}, which is all {1} knows.</source>
   <translation>词元编号必须在 0 到 {0} 之间，{1} 只认识这些。</translation>
  </message>
  <message>
   <source>The score of {0} has no part {1}: it has {2}.</source>
   <translation>{0} 的分数没有 {1} 这一项：它有 {2}。</translation>
  </message>
  <message>
   <source>The text was read from its start without these interventions: begin a new reading.</source>
   <translation>文本从头读起时没有这些干预：请重新开始读。</translation>
  </message>
  <message>
   <source>{0} has no token types: leave them out.</source>
   <translation>{0} 没有词元类型：请不要给出。</translation>
  </message>
  <message>
   <source>Token types must be {0} numbers, one a token, each 0 or 1.</source>
   <translation>词元类型必须是 {0} 个数，每个词元一个，各为 0 或 1。</translation>
  </message>
  <message>
   <source>Token ids must be a plain list of whole numbers.</source>
   <translation>词元编号必须是整数的列表。</translation>
  </message>
  <message>
   <source>{0} has no tokenizer: give it token ids instead of text.</source>
   <translation>{0} 没有分词器：请给它词元编号而不是文本。</translation>
  </message>
  <message>
   <source>reuse_length must be null for the scheme {0}, whose memory has no gaps.</source>
   <translation>方案 {0} 的记忆没有间断，reuse_length 必须为 null。</translation>
  </message>
  <message>
   <source>n_positions must be given for the scheme {0}.</source>
   <translation>方案 {0} 必须给出 n_positions。</translation>
  </message>
  <message>
   <source>causal must be true for the scheme {0}, whose table has no negative distances.</source>
   <translation>方案 {0} 的表中没有负距离，causal 必须为 true。</translation>
  </message>
  <message>
   <source>d_head must be even for the scheme {0}, which turns pairs, not {1}.</source>
   <translation>方案 {0} 成对旋转各维，d_head 必须为偶数，而不是 {1}。</translation>
  </message>
  <message>
   <source>Reading cannot start at token {0}: the text has tokens 0 to {1}.</source>
   <translation>不能从词元 {0} 开始读：文本的词元为 0 到 {1}。</translation>
  </message>
  <message>
   <source>{0} is a folder: give a text file.</source>
   <translation>{0} 是文件夹：请给出文本文件。</translation>
  </message>
  <message>
   <source>There is no text encoding {0}: try utf-8, latin-1 or gb18030.</source>
   <translation>没有文本编码 {0}：请试 utf-8、latin-1 或 gb18030。</translation>
  </message>
  <message>
   <source>{0} is no {1} text at byte {2}: it looks like UTF-16, so save it as UTF-8, or open it with --encoding utf-16.</source>
   <translation>{0} 从第 {2} 字节起不是 {1} 文本：看来是 UTF-16，请另存为 UTF-8，或用 --encoding utf-16 打开。</translation>
  </message>
  <message>
   <source>{0} is no {1} text at byte {2}: it looks like a binary file, so give a text file.</source>
   <translation>{0} 从第 {2} 字节起不是 {1} 文本：看来是二进制文件，请给出文本文件。</translation>
  </message>
  <message>
   <source>{0} is no {1} text at byte {2}: save it as UTF-8, or say how it is encoded, e.g. --encoding latin-1.</source>
   <translation>{0} 从第 {2} 字节起不是 {1} 文本：请另存为 UTF-8，或指明其编码，例如 --encoding latin-1。</translation>
  </message>
  <message>
   <source>{0} is not a tokenizer that relviz can read: {1}.</source>
   <translation>{0} 不是 relviz 能读取的分词器：{1}。</translation>
  </message>
  <message>
   <source>There is no layer {0}: {1} has layers 0 to {2}.</source>
   <translation>没有第 {0} 层：{1} 的层为 0 到 {2}。</translation>
  </message>
  <message>
   <source>There is no head {0}: {1} has heads 0 to {2}, or mean.</source>
   <translation>没有头 {0}：{1} 的头为 0 到 {2}，或为均值 (mean)。</translation>
  </message>
  <message>
   <source>{0} is no kind of file that relviz writes: end its name in {1}.</source>
   <translation>relviz 不能写出 {0} 这种文件：请让文件名以 {1} 结尾。</translation>
  </message>
  <message>
   <source>There is nothing to write: choose at least one {0}.</source>
   <translation>没有可写出的内容：请至少选择一个{0}。</translation>
  </message>
  <message>
   <source>There is no {0} {1}: {2} has {0}s 0 to {3}.</source>
   <translation>没有{0} {1}：{2} 的{0}为 0 到 {3}。</translation>
  </message>
  <message>
   <source>scheme must be one of {0}, not {1!r}.</source>
   <translation>scheme 必须为 {0} 之一，而不是 {1!r}。</translation>
  </message>
  <message>
   <source>{0} cannot be written: there is no folder {1}; make it, or choose another.</source>
   <translation>无法写入 {0}：没有文件夹 {1}；请新建，或换一个。</translation>
  </message>
  <message>
   <source>{0} cannot be written: it is a folder; choose another name.</source>
   <translation>无法写入 {0}：它是文件夹；请换一个名称。</translation>
  </message>
  <message>
   <source>{0} cannot be written: {1} does not let you; choose another folder.</source>
   <translation>无法写入 {0}：{1} 不允许写入；请换一个文件夹。</translation>
  </message>
  <message>
   <source>{0} cannot be written: {1}; free some room, or choose another folder.</source>
   <translation>无法写入 {0}：{1}；请腾出空间，或换一个文件夹。</translation>
  </message>
  <message>
   <source>the vocabulary has a word twice.</source>
   <translation>词表中有重复的词。</translation>
  </message>
  <message>
   <source>The model's vocabulary has no word {0!r}, and none for unknown words: leave it out.</source>
   <translation>模型的词表中没有词 {0!r}，也没有代表未知词的词：请去掉它。</translation>
  </message>
  <message>
   <source>There is no segment to draw: choose at least one.</source>
   <translation>没有可绘制的片段：请至少选择一个。</translation>
  </message>
  <message>
   <source>So many pictures of that size do not fit into memory: ask for fewer dots per inch.</source>
   <translation>这么多这样大的图片内存放不下：请降低每英寸点数。</translation>
  </message>
  <message>
   <source>The folder {0} cannot be made ({1}): choose another one.</source>
   <translation>无法新建文件夹 {0}（{1}）：请换一个。</translation>
  </message>
  <message>
   <source>A figure's sides lie between {0} and {1} pixels, not {2} × {3}: choose another size.</source>
   <translation>图的边长必须在 {0} 到 {1} 像素之间，而不是 {2} × {3}：请换一个尺寸。</translation>
  </message>
  <message>
   <source>A process that was drawing figures has been ended, maybe for want of memory: ask for fewer figures at once, or for fewer dots per inch.</source>
   <translation>一个绘图进程已被终止，可能是内存不足：请一次少画几幅，或降低每英寸点数。</translation>
  </message>
  <message>
   <source>{0} has no vectors of distances to draw: choose another view or model.</source>
   <translation>{0} 没有可绘制的距离向量：请选择其他视图或模型。</translation>
  </message>
  <message>
   <source>There is no measure {0} of the heads of {1}: choose one of {2}.</source>
   <translation>{1} 的头没有度量 {0}：请选择 {2} 之一。</translation>
  </message>
  <message>
   <source>{0} predicts no next token in segment {1}: choose another model or segment.</source>
   <translation>{0} 在片段 {1} 中不预测下一个词元：请选择其他模型或片段。</translation>
  </message>
  <message>
   <source>{0} has no ending that is a format relviz draws; use one of {1}.</source>
   <translation>{0} 的扩展名不是 relviz 能绘制的格式；请使用 {1} 之一。</translation>
  </message>
  <message>
   <source>{0!r} is not a format relviz draws; use one of {1}.</source>
   <translation>{0!r} 不是 relviz 能绘制的格式；请使用 {1} 之一。</translation>
  </message>
  <message>
   <source>the picture would have {0:,} × {1:,} pixels; ask for fewer dots per inch, or for SVG or PDF.</source>
   <translation>图片将有 {0:,} × {1:,} 像素；请降低每英寸点数，或改用 SVG 或 PDF。</translation>
  </message>
  <message>
   <source>there is no memory for a picture of {0:,} × {1:,} pixels; ask for a smaller one.</source>
   <translation>内存不足以生成 {0:,} × {1:,} 像素的图片；请改小一些。</translation>
  </message>
  <message>
   <source>Qt could not start painting; the figure may be too large, try a smaller one.</source>
   <translation>Qt 无法开始绘制；图可能太大，请试小一些。</translation>
  </message>
  <message>
   <source>The figure cannot be printed there: choose another printer, or another file.</source>
   <translation>无法在那里打印：请换一台打印机，或另存为文件。</translation>
  </message>
  <message>
   <source>The figure could not be printed to its end: choose another printer, or another file.</source>
   <translation>未能打印完：请换一台打印机，或另存为文件。</translation>
  </message>
  <message>
   <source>Pictures of {0:,} × {1:,} pixels are more than anybody can look at: choose a smaller size or scale.</source>
   <translation>{0:,} × {1:,} 像素的图片太大，没有人看得过来：请减小尺寸或比例。</translation>
  </message>
  <message>
   <source>{0} cannot be made: {1}; choose another folder.</source>
   <translation>无法新建 {0}：{1}；请换一个文件夹。</translation>
  </message>
  <message>
   <source>The window failed: {0}.</source>
   <translation>窗口出错：{0}。</translation>
  </message>
  <message>
   <source>No picture came for {0} seconds: try a shorter text, or a smaller model.</source>
   <translation>{0} 秒内没有得到图片：请试较短的文本或较小的模型。</translation>
  </message>
  <message>
   <source>{0} cannot be made: Qt could not encode the picture; choose a smaller size.</source>
   <translation>无法生成 {0}：Qt 无法为图片编码；请减小尺寸。</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>Export figure</source>
   <translation>导出图片</translation>
  </message>
  <message>
   <source>&amp;Export…</source>
   <translation>导出(&amp;E)…</translation>
  </message>
  <message>
   <source>&amp;Copy</source>
   <translation>复制(&amp;C)</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>There is nothing to draw on this page yet.</source>
   <translation>本页还没有可绘制的内容。</translation>
  </message>
  <message>
   <source>{0} × {1} mm</source>
   <translation>{0} × {1} 毫米</translation>
  </message>
  <message>
   <source>{0} × {1} pixels, {2}</source>
   <translation>{0} × {1} 像素，{2}</translation>
  </message>
  <message>
   <source>{0} × {1} pixels are too many: lower the resolution.</source>
   <translation>{0} × {1} 像素太多：请降低分辨率。</translation>
  </message>
  <message>
   <source>{0} files of {1}</source>
   <translation>{0} 个文件，每个 {1}</translation>
  </message>
  <message>
   <source>{0} frames of {1}</source>
   <translation>{0} 帧，每帧 {1}</translation>
  </message>
  <message>
   <source>Folder for the files</source>
   <translation>存放文件的文件夹</translation>
  </message>
  <message>
   <source>Animated PNG (*.apng *.png)</source>
   <translation>动态 PNG (*.apng *.png)</translation>
  </message>
  <message>
   <source>{0} of the {1} files are there already.</source>
   <translation>{1} 个文件中有 {0} 个已经存在。</translation>
  </message>
  <message>
   <source>Replace them?</source>
   <translation>要替换吗？</translation>
  </message>
  <message>
   <source>&amp;Replace</source>
   <translation>替换(&amp;R)</translation>
  </message>
 </context>
 <context>
  <name>ExportForm</name>
  <message>
   <source>This page, as seen</source>
   <translation>本页，与屏幕所见一致</translation>
  </message>
  <message>
   <source>The terms alone</source>
   <translation>仅各项</translation>
  </message>
  <message>
   <source>This one</source>
   <translation>本片段</translation>
  </message>
  <message>
   <source>Every segment, one file each</source>
   <translation>每个片段，各存一个文件</translation>
  </message>
  <message>
   <source>Every segment, as an animation</source>
   <translation>每个片段，制成动画</translation>
  </message>
  <message>
   <source>{0} ms</source>
   <translation>{0} 毫秒</translation>
  </message>
  <message>
   <source>px</source>
   <translation>像素</translation>
  </message>
  <message>
   <source>mm</source>
   <translation>毫米</translation>
  </message>
  <message>
   <source>{0} dpi</source>
   <translation>{0} dpi</translation>
  </message>
  <message>
   <source>As on the screen</source>
   <translation>与屏幕相同</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <source>A pixel here is 1/96 inch, as on the web; the resolution says how many the file has.</source>
   <translation>这里的一个像素为 1/96 英寸，与网页相同；文件实际的像素数由分辨率决定。</translation>
  </message>
  <message>
   <source>&amp;Tokens along the axes</source>
   <translation>坐标轴旁的词元(&amp;T)</translation>
  </message>
  <message>
   <source>&amp;Line below with model, segment and head</source>
   <translation>图下注明模型、片段和头(&amp;L)</translation>
  </message>
  <message>
   <source>Put my te&amp;xt into the picture</source>
   <translation>将我的文本存入图片(&amp;X)</translation>
  </message>
  <message>
   <source>&amp;Figure</source>
   <translation>图(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;Segments</source>
   <translation>片段(&amp;S)</translation>
  </message>
  <message>
   <source>F&amp;ormat</source>
   <translation>格式(&amp;O)</translation>
  </message>
  <message>
   <source>Si&amp;ze</source>
   <translation>尺寸(&amp;Z)</translation>
  </message>
  <message>
   <source>&amp;Resolution</source>
   <translation>分辨率(&amp;R)</translation>
  </message>
  <message>
   <source>Colo&amp;urs</source>
   <translation>配色(&amp;U)</translation>
  </message>
  <message>
   <source>T&amp;itle</source>
   <translation>标题(&amp;I)</translation>
  </message>
  <message>
   <source>Which figure</source>
   <translation>哪幅图</translation>
  </message>
  <message>
   <source>Which segments</source>
   <translation>哪些片段</translation>
  </message>
  <message>
   <source>Kind of file</source>
   <translation>文件类型</translation>
  </message>
  <message>
   <source>How long a segment stays</source>
   <translation>每个片段停留多久</translation>
  </message>
  <message>
   <source>Width</source>
   <translation>宽度</translation>
  </message>
  <message>
   <source>Height</source>
   <translation>高度</translation>
  </message>
  <message>
   <source>What width and height are told in</source>
   <translation>宽度和高度的单位</translation>
  </message>
  <message>
   <source>Pixels per inch</source>
   <translation>每英寸像素数</translation>
  </message>
  <message>
   <source>Colours</source>
   <translation>配色</translation>
  </message>
  <message>
   <source>Title over the figure</source>
   <translation>图上方的标题</translation>
  </message>
  <message>
   <source>All heads of layer {0}</source>
   <translation>第 {0} 层的所有头</translation>
  </message>
  <message>
   <source>This page is drawn for the segment shown alone.</source>
   <translation>本页只为当前片段绘制。</translation>
  </message>
  <message>
   <source>Animated PNG</source>
   <translation>动态 PNG</translation>
  </message>
  <message>
   <source>Only PNG restores what is shown here when it is dropped on relviz.</source>
   <translation>只有 PNG 在拖入 relviz 时能恢复此处显示的内容。</translation>
  </message>
  <message>
   <source>Whoever gets the picture can read the whole text in it.</source>
   <translation>得到图片的人可以从中读出全部文本。</translation>
  </message>
  <message>
   <source>Dropped on relviz, the picture restores all settings, but not the text: it is not in it.</source>
   <translation>将图片拖入 relviz 可恢复所有设置，但不含文本：图片中没有文本。</translation>
  </message>
 </context>
 <context>
  <name>Exports</name>
  <message>
   <source>The figure is on the clipboard.</source>
   <translation>图片已复制到剪贴板。</translation>
  </message>
  <message>
   <source>The figure was printed.</source>
   <translation>图片已打印。</translation>
  </message>
  <message>
   <source>{0} is of another text, which is not in it: its settings are restored, with this text.</source>
   <translation>{0} 来自另一段文本，其中不含该文本：已恢复其设置，文本仍为当前文本。</translation>
  </message>
  <message>
   <source>{0} is of a model {1} with other weights than the one that is here: numbers may differ.</source>
   <translation>{0} 来自模型 {1}，其权重与此处的不同：数值可能有差别。</translation>
  </message>
 </context>
 <context>
  <name>Figure</name>
  <message>
   <source>{0} ahead</source>
   <translation>后 {0}</translation>
  </message>
  <message>
   <source>{0} back</source>
   <translation>前 {0}</translation>
  </message>
  <message>
   <source>memory|segment</source>
   <translation>记忆|片段</translation>
  </message>
  <message>
   <source>· k({0}) = {1}, {2} = {3} (c) of that key</source>
   <translation>· k({0}) = {1}，{2} = {3} (c)，属该键</translation>
  </message>
  <message>
   <source>· W_kR R({0}) = {1}, {2} = {3} (d)</source>
   <translation>· W_kR R({0}) = {1}，{2} = {3} (d)</translation>
  </message>
  <message>
   <source>layer {0}, {1}</source>
   <translation>第 {0} 层，{1}</translation>
  </message>
  <message>
   <source>read from token {0}</source>
   <translation>从词元 {0} 起读</translation>
  </message>
  <message>
   <source>intervention: {0}</source>
   <translation>干预：{0}</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0}/{1}</translation>
  </message>
  <message>
   <source>{0}: {1}</source>
   <translation>{0}：{1}</translation>
  </message>
  <message>
   <source>trained</source>
   <translation>训练范围</translation>
  </message>
  <message>
   <source>relative distance d, tokens back</source>
   <translation>相对距离 d，向前的词元数</translation>
  </message>
  <message>
   <source>dimension</source>
   <translation>维度</translation>
  </message>
  <message>
   <source>one column per distance</source>
   <translation>每个距离一列</translation>
  </message>
  <message>
   <source>dimension of the head</source>
   <translation>头内的维度</translation>
  </message>
  <message>
   <source>what this head's queries meet at that distance</source>
   <translation>该头的查询在这一距离上所遇到的向量</translation>
  </message>
  <message>
   <source>d  position bias over distance</source>
   <translation>d  位置偏置随距离的变化</translation>
  </message>
  <message>
   <source>b  position over distance</source>
   <translation>b  位置随距离的变化</translation>
  </message>
  <message>
   <source>q·W_kR R(d), query {0}</source>
   <translation>q·W_kR R(d)，查询 {0}</translation>
  </message>
  <message>
   <source>sine</source>
   <translation>正弦</translation>
  </message>
  <message>
   <source>cosine</source>
   <translation>余弦</translation>
  </message>
  <message>
   <source>learned, the heads side by side</source>
   <translation>学得的向量，各头并排</translation>
  </message>
  <message>
   <source>sine and cosine of each frequency side by side</source>
   <translation>每个频率的正弦与余弦相邻</translation>
  </message>
  <message>
   <source>sine half, cosine half</source>
   <translation>前半正弦，后半余弦</translation>
  </message>
  <message>
   <source>query, this segment</source>
   <translation>查询（本片段）</translation>
  </message>
  <message>
   <source>key</source>
   <translation>键</translation>
  </message>
  <message>
   <source>attention of heads 0–{0}, one scale</source>
   <translation>头 0–{0} 的注意力，同一色标</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>self</source>
   <translation>自身</translation>
  </message>
  <message>
   <source>where each query looks: {0} memory on average</source>
   <translation>每个查询看向何处：平均 {0} 为记忆</translation>
  </message>
  <message>
   <source>memory, if all keys were weighted alike</source>
   <translation>记忆（若所有键权重相同）</translation>
  </message>
  <message>
   <source>share of attention</source>
   <translation>注意力占比</translation>
  </message>
  <message>
   <source>mean attention on each key</source>
   <translation>每个键得到的平均注意力</translation>
  </message>
  <message>
   <source>key, tokens after the start of the segment</source>
   <translation>键，距片段开头的词元数</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>over the queries that see it</source>
   <translation>对看得到它的查询取平均</translation>
  </message>
  <message>
   <source>memory share of each layer and head</source>
   <translation>各层各头的记忆占比</translation>
  </message>
  <message>
   <source>memory share of each head, of all keys</source>
   <translation>各头的记忆占比（所有键）</translation>
  </message>
  <message>
   <source>layer</source>
   <translation>层</translation>
  </message>
  <message>
   <source>head</source>
   <translation>头</translation>
  </message>
  <message>
   <source>the article counts positions from 1</source>
   <translation>文章从 1 开始计位置</translation>
  </message>
  <message>
   <source>counted in tokens of the models compared</source>
   <translation>按所比较模型的词元计数</translation>
  </message>
  <message>
   <source>{0}: position terms</source>
   <translation>{0}：位置项</translation>
  </message>
  <message>
   <source>score</source>
   <translation>分数</translation>
  </message>
  <message>
   <source>softmax, √ colours</source>
   <translation>softmax，√ 配色</translation>
  </message>
  <message>
   <source>segment {0}</source>
   <translation>片段 {0}</translation>
  </message>
  <message>
   <source>{0} has a and b in one, lacks {1}</source>
   <translation>{0}：a、b 合为一项，缺少 {1}</translation>
  </message>
  <message>
   <source>{0} lacks {1}</source>
   <translation>{0}：缺少 {1}</translation>
  </message>
  <message>
   <source>{0} has all four terms</source>
   <translation>{0}：四项俱全</translation>
  </message>
  <message>
   <source>a and b are one</source>
   <translation>a、b 合为一项</translation>
  </message>
  <message>
   <source>has none</source>
   <translation>没有位置项</translation>
  </message>
  <message>
   <source>positions count from 1, as in the article</source>
   <translation>位置从 1 计起，与文章相同</translation>
  </message>
  <message>
   <source>positions count from 0</source>
   <translation>位置从 0 计起</translation>
  </message>
  <message>
   <source>Equal position vectors of memory and segment are framed</source>
   <translation>记忆与片段中相同的位置向量用框标出</translation>
  </message>
  <message>
   <source>{0} pairs of keys have equal vectors, and {1} and {2} both sit at position {3}: the model cannot tell by it which is nearer.</source>
   <translation>{0} 对键的向量相同，{1} 与 {2} 都在位置 {3}：模型无法据此分辨哪个更近。</translation>
  </message>
  <message>
   <source>{1} and {2} both sit at position {3}: the model cannot tell by it which is nearer.</source>
   <translation>{1} 与 {2} 都在位置 {3}：模型无法据此分辨哪个更近。</translation>
  </message>
  <message>
   <source>distance of position vectors, 0 is equal</source>
   <translation>位置向量之间的距离，0 为相同</translation>
  </message>
  <message>
   <source>tokens have no positions of their own</source>
   <translation>词元没有自己的位置</translation>
  </message>
  <message>
   <source>distance of position vectors: 0 everywhere, all are equal</source>
   <translation>位置向量之间的距离：处处为 0，全部相同</translation>
  </message>
  <message>
   <source>token of the segment</source>
   <translation>片段中的词元</translation>
  </message>
  <message>
   <source>key and its position</source>
   <translation>键及其位置</translation>
  </message>
  <message>
   <source>loss against position</source>
   <translation>损失随位置的变化</translation>
  </message>
  <message>
   <source>position in the text, from 0</source>
   <translation>文本中的位置，从 0 起</translation>
  </message>
  <message>
   <source>loss against memory length</source>
   <translation>损失随记忆长度的变化</translation>
  </message>
  <message>
   <source>tokens in memory</source>
   <translation>记忆中的词元数</translation>
  </message>
  <message>
   <source>{0}: shown ({1})</source>
   <translation>{0}：得到印证（{1}）</translation>
  </message>
  <message>
   <source>{0}: not shown by these models ({1})</source>
   <translation>{0}：这些模型未能印证（{1}）</translation>
  </message>
  <message>
   <source>{0} per character</source>
   <translation>{0}/字符</translation>
  </message>
  <message>
   <source>sine and cosine of each pair</source>
   <translation>每对的正弦与余弦</translation>
  </message>
  <message>
   <source>position {0:,}</source>
   <translation>位置 {0:,}</translation>
  </message>
  <message>
   <source>distance {0:,}</source>
   <translation>距离 {0:,}</translation>
  </message>
  <message>
   <source>no vector</source>
   <translation>没有向量</translation>
  </message>
  <message>
   <source>for keys</source>
   <translation>用于键</translation>
  </message>
  <message>
   <source>for values</source>
   <translation>用于值</translation>
  </message>
  <message>
   <source>dimension, for keys and then for values</source>
   <translation>维度，先是用于键的，再是用于值的</translation>
  </message>
  <message>
   <source>that of {0:,}</source>
   <translation>取 {0:,} 的向量</translation>
  </message>
  <message>
   <source>never trained</source>
   <translation>从未训练</translation>
  </message>
  <message>
   <source>trained to {0:,}</source>
   <translation>训练到 {0:,}</translation>
  </message>
  <message>
   <source>position or distance, about logarithmic</source>
   <translation>位置或距离，近似对数刻度</translation>
  </message>
  <message>
   <source>absolute, counting on (above) and Transformer-XL (below)</source>
   <translation>绝对位置、连续计数（上）与 Transformer-XL（下）</translation>
  </message>
  <message>
   <source>Restarting</source>
   <translation>重新计数</translation>
  </message>
  <message>
   <source>Counting on</source>
   <translation>连续计数</translation>
  </message>
  <message>
   <source>Learned</source>
   <translation>学得位置</translation>
  </message>
  <message>
   <source>Shaw</source>
   <translation>Shaw</translation>
  </message>
  <message>
   <source>Transformer-XL</source>
   <translation>Transformer-XL</translation>
  </message>
  <message>
   <source>None</source>
   <translation>无位置</translation>
  </message>
  <message>
   <source>ALiBi</source>
   <translation>ALiBi</translation>
  </message>
  <message>
   <source>Rotary</source>
   <translation>旋转位置</translation>
  </message>
  <message>
   <source>T5 bias</source>
   <translation>T5 偏置</translation>
  </message>
  <message>
   <source>random weights</source>
   <translation>随机权重</translation>
  </message>
  <message>
   <source>value</source>
   <translation>数值</translation>
  </message>
  <message>
   <source>terms on one scale</source>
   <translation>各项同一色标</translation>
  </message>
  <message>
   <source>scales kept</source>
   <translation>色标保持不变</translation>
  </message>
  <message>
   <source>centred per row</source>
   <translation>逐行去均值</translation>
  </message>
  <message>
   <source>softmax of each term alone</source>
   <translation>各项单独的 softmax</translation>
  </message>
  <message>
   <source>linear attention</source>
   <translation>线性注意力配色</translation>
  </message>
  <message>
   <source>log attention</source>
   <translation>对数注意力配色</translation>
  </message>
  <message>
   <source>{0} key hidden, renormalised</source>
   <translation>隐藏 {0} 个键并重新归一化</translation>
  </message>
  <message>
   <source>{0} keys hidden, renormalised</source>
   <translation>隐藏 {0} 个键并重新归一化</translation>
  </message>
  <message>
   <source>dimmed beyond {0} of a row</source>
   <translation>每行前 {0} 以外的键变暗</translation>
  </message>
  <message>
   <source>{0}, off</source>
   <translation>{0}，已关闭</translation>
  </message>
  <message>
   <source>, centred</source>
   <translation>，去均值</translation>
  </message>
  <message>
   <source>mean of softmax</source>
   <translation>softmax 的均值</translation>
  </message>
  <message>
   <source>√ colours</source>
   <translation>√ 配色</translation>
  </message>
  <message>
   <source>log</source>
   <translation>对数</translation>
  </message>
  <message>
   <source>renormalised</source>
   <translation>已重新归一化</translation>
  </message>
  <message>
   <source>position terms</source>
   <translation>位置项</translation>
  </message>
 </context>
 <context>
  <name>FileCommands</name>
  <message>
   <source>There is no text on the clipboard: copy some first.</source>
   <translation>剪贴板上没有文本：请先复制一些。</translation>
  </message>
 </context>
 <context>
  <name>Files</name>
  <message>
   <source>Text and projects (*.txt *.md *.relviz);;All files (*)</source>
   <translation>文本和项目 (*.txt *.md *.relviz);;所有文件 (*)</translation>
  </message>
  <message>
   <source>Open text</source>
   <translation>打开文本</translation>
  </message>
  <message>
   <source>Open model folder</source>
   <translation>打开模型文件夹</translation>
  </message>
  <message>
   <source>Models (*.pt *.pth *.bin *.safetensors);;All files (*)</source>
   <translation>模型 (*.pt *.pth *.bin *.safetensors);;所有文件 (*)</translation>
  </message>
  <message>
   <source>Open model file</source>
   <translation>打开模型文件</translation>
  </message>
  <message>
   <source>Repository on the Hugging Face hub, for instance transfo-xl/transfo-xl-wt103:</source>
   <translation>Hugging Face hub 上的仓库，例如 transfo-xl/transfo-xl-wt103：</translation>
  </message>
  <message>
   <source>Get model</source>
   <translation>获取模型</translation>
  </message>
  <message>
   <source>Export data</source>
   <translation>导出数据</translation>
  </message>
 </context>
 <context>
  <name>FindBar</name>
  <message>
   <source>Find in the text</source>
   <translation>在文本中查找</translation>
  </message>
  <message>
   <source>Previous place (Shift+Enter)</source>
   <translation>上一处 (Shift+Enter)</translation>
  </message>
  <message>
   <source>Next place (Enter)</source>
   <translation>下一处 (Enter)</translation>
  </message>
  <message>
   <source>Close (Escape)</source>
   <translation>关闭 (Escape)</translation>
  </message>
  <message>
   <source>none</source>
   <translation>未找到</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0}/{1}</translation>
  </message>
 </context>
 <context>
  <name>FormulaBar</name>
  <message>
   <source>Formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <source>score =</source>
   <translation>分数 =</translation>
  </message>
  <message>
   <source>→ softmax = attention</source>
   <translation>→ softmax = 注意力</translation>
  </message>
  <message>
   <source>Restore</source>
   <translation>复原</translation>
  </message>
  <message>
   <source>this segment</source>
   <translation>本片段</translation>
  </message>
  <message>
   <source>from the start</source>
   <translation>从头起</translation>
  </message>
  <message>
   <source>The Schemes page is without interventions.</source>
   <translation>“方案”页不受干预影响。</translation>
  </message>
  <message>
   <source>off</source>
   <translation>关</translation>
  </message>
  <message>
   <source>intervention: from the start of the text, {0}</source>
   <translation>干预：从文本开头起，{0}</translation>
  </message>
  <message>
   <source>intervention: on this segment, {0}</source>
   <translation>干预：仅本片段，{0}</translation>
  </message>
  <message>
   <source>intervention: {0}</source>
   <translation>干预：{0}</translation>
  </message>
 </context>
 <context>
  <name>FormulaTerm</name>
  <message>
   <source>Formula of term {0}</source>
   <translation>项 {0} 的公式</translation>
  </message>
 </context>
 <context>
  <name>GainPopup</name>
  <message>
   <source>Gain of term {0}</source>
   <translation>项 {0} 的增益</translation>
  </message>
  <message>
   <source>Gain from 0 to 2; a double click or the key 1 sets it to 1</source>
   <translation>增益从 0 到 2；双击或按键 1 设为 1</translation>
  </message>
 </context>
 <context>
  <name>Gestures</name>
  <message>
   <source>Maps of the terms</source>
   <translation>各项的热图</translation>
  </message>
  <message>
   <source>Heads map</source>
   <translation>注意力头图</translation>
  </message>
  <message>
   <source>Timeline</source>
   <translation>时间线</translation>
  </message>
  <message>
   <source>Terms in the formula</source>
   <translation>公式中的各项</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <source>Pages with figures</source>
   <translation>带图的页面</translation>
  </message>
  <message>
   <source>Anywhere in the window</source>
   <translation>窗口中任意位置</translation>
  </message>
  <message>
   <source>Point</source>
   <translation>指向</translation>
  </message>
  <message>
   <source>read a cell off in all maps</source>
   <translation>在所有图中读出一个单元格</translation>
  </message>
  <message>
   <source>Click</source>
   <translation>单击</translation>
  </message>
  <message>
   <source>pin the cell</source>
   <translation>固定该单元格</translation>
  </message>
  <message>
   <source>Shift+click</source>
   <translation>Shift+单击</translation>
  </message>
  <message>
   <source>select all cells from the pinned one to here</source>
   <translation>选中从固定单元格到此处的所有单元格</translation>
  </message>
  <message>
   <source>Right click</source>
   <translation>右键单击</translation>
  </message>
  <message>
   <source>menu of the cell: hide its key, take it as the query, copy</source>
   <translation>单元格菜单：隐藏其键、取作查询、复制</translation>
  </message>
  <message>
   <source>Wheel</source>
   <translation>滚轮</translation>
  </message>
  <message>
   <source>zoom all maps</source>
   <translation>缩放所有图</translation>
  </message>
  <message>
   <source>Drag</source>
   <translation>拖动</translation>
  </message>
  <message>
   <source>move all maps</source>
   <translation>移动所有图</translation>
  </message>
  <message>
   <source>Double click</source>
   <translation>双击</translation>
  </message>
  <message>
   <source>show everything again</source>
   <translation>重新显示全部</translation>
  </message>
  <message>
   <source>Arrow keys</source>
   <translation>方向键</translation>
  </message>
  <message>
   <source>move the pinned cell by one</source>
   <translation>固定单元格移动一格</translation>
  </message>
  <message>
   <source>Ctrl+arrow keys</source>
   <translation>Ctrl+方向键</translation>
  </message>
  <message>
   <source>move it by ten</source>
   <translation>移动十格</translation>
  </message>
  <message>
   <source>Page Up, Page Down</source>
   <translation>Page Up、Page Down</translation>
  </message>
  <message>
   <source>move it by the rows in view</source>
   <translation>按可见行数移动</translation>
  </message>
  <message>
   <source>Home, End</source>
   <translation>Home、End</translation>
  </message>
  <message>
   <source>go to the first key, to the last key of the row</source>
   <translation>转到该行第一个键、最后一个键</translation>
  </message>
  <message>
   <source>Ctrl+Home, Ctrl+End</source>
   <translation>Ctrl+Home、Ctrl+End</translation>
  </message>
  <message>
   <source>go to the first cell, to the last one</source>
   <translation>转到第一个、最后一个单元格</translation>
  </message>
  <message>
   <source>Shift and any of these</source>
   <translation>Shift 加以上任一键</translation>
  </message>
  <message>
   <source>select all cells on the way</source>
   <translation>选中途经的所有单元格</translation>
  </message>
  <message>
   <source>Plus, minus</source>
   <translation>加号、减号</translation>
  </message>
  <message>
   <source>zoom round the cell</source>
   <translation>以单元格为中心缩放</translation>
  </message>
  <message>
   <source>Menu key, Shift+F10</source>
   <translation>菜单键、Shift+F10</translation>
  </message>
  <message>
   <source>menu of the cell</source>
   <translation>单元格菜单</translation>
  </message>
  <message>
   <source>look at that head</source>
   <translation>查看该头</translation>
  </message>
  <message>
   <source>walk from head to head</source>
   <translation>逐个浏览各头</translation>
  </message>
  <message>
   <source>Click or drag</source>
   <translation>单击或拖动</translation>
  </message>
  <message>
   <source>go to that segment</source>
   <translation>转到该片段</translation>
  </message>
  <message>
   <source>menu of the segment: start reading there</source>
   <translation>片段菜单：从该处开始读</translation>
  </message>
  <message>
   <source>Left, right</source>
   <translation>左、右方向键</translation>
  </message>
  <message>
   <source>step by one segment</source>
   <translation>前进或后退一个片段</translation>
  </message>
  <message>
   <source>go to the first, to the last segment</source>
   <translation>转到第一个、最后一个片段</translation>
  </message>
  <message>
   <source>switch the term off or on</source>
   <translation>关闭或打开该项</translation>
  </message>
  <message>
   <source>change its gain</source>
   <translation>改变其增益</translation>
  </message>
  <message>
   <source>Right click, or its arrow</source>
   <translation>右键单击，或单击其箭头</translation>
  </message>
  <message>
   <source>slider for its gain</source>
   <translation>增益滑块</translation>
  </message>
  <message>
   <source>Space</source>
   <translation>空格键</translation>
  </message>
  <message>
   <source>change its gain by 0.05</source>
   <translation>增益改变 0.05</translation>
  </message>
  <message>
   <source>1</source>
   <translation>1</translation>
  </message>
  <message>
   <source>give it a gain of 1</source>
   <translation>增益设为 1</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>下方向键</translation>
  </message>
  <message>
   <source>take the token as the query</source>
   <translation>取该词元作为查询</translation>
  </message>
  <message>
   <source>menu of the token: start reading there</source>
   <translation>词元菜单：从该处开始读</translation>
  </message>
  <message>
   <source>read the number off</source>
   <translation>读出数值</translation>
  </message>
  <message>
   <source>Click a head</source>
   <translation>单击一个头</translation>
  </message>
  <message>
   <source>Drag over distances</source>
   <translation>在距离上拖动</translation>
  </message>
  <message>
   <source>look at that distance</source>
   <translation>查看该距离</translation>
  </message>
  <message>
   <source>Drop a file, a folder or text</source>
   <translation>拖入文件、文件夹或文本</translation>
  </message>
  <message>
   <source>read the text, open the model, or go back to what a project or a picture of relviz shows</source>
   <translation>阅读文本、打开模型，或回到项目文件或 relviz 图片所示的状态</translation>
  </message>
  <message>
   <source>Tab, Shift+Tab</source>
   <translation>Tab、Shift+Tab</translation>
  </message>
  <message>
   <source>go to the next part, to the one before</source>
   <translation>转到下一部分、上一部分</translation>
  </message>
 </context>
 <context>
  <name>Heads</name>
  <message>
   <source>mean</source>
   <translation>均值</translation>
  </message>
  <message>
   <source>nothing to measure here</source>
   <translation>此处没有可测量的</translation>
  </message>
  <message>
   <source>{0} of {1} queries</source>
   <translation>{1} 个查询中的 {0} 个</translation>
  </message>
  <message>
   <source>the head shown is {0}</source>
   <translation>当前的头：{0}</translation>
  </message>
  <message>
   <source>2·5 is head 5 of layer 2</source>
   <translation>2·5 表示第 2 层的头 5</translation>
  </message>
  <message>
   <source>means are those of the numbers, not the number of an averaged map</source>
   <translation>均值是各数值的平均，而不是平均图的数值</translation>
  </message>
  <message>
   <source>all layers and heads</source>
   <translation>所有层和头</translation>
  </message>
  <message>
   <source>rank</source>
   <translation>名次</translation>
  </message>
  <message>
   <source>layer</source>
   <translation>层</translation>
  </message>
  <message>
   <source>head</source>
   <translation>头</translation>
  </message>
  <message>
   <source>mean over layers and heads</source>
   <translation>各层各头平均</translation>
  </message>
  <message>
   <source>mean over layers, head {0}</source>
   <translation>各层平均，头 {0}</translation>
  </message>
  <message>
   <source>layer {0}, mean over heads</source>
   <translation>第 {0} 层，各头平均</translation>
  </message>
  <message>
   <source>layer {0}, head {1}</source>
   <translation>第 {0} 层，头 {1}</translation>
  </message>
  <message>
   <source>{0} times</source>
   <translation>{0} 倍</translation>
  </message>
  <message>
   <source>{0} tokens</source>
   <translation>{0} 个词元</translation>
  </message>
  <message>
   <source>{0} bits</source>
   <translation>{0} 比特</translation>
  </message>
  <message>
   <source>memory share</source>
   <translation>记忆占比</translation>
  </message>
  <message>
   <source>Share of each head's attention that goes to memory.</source>
   <translation>每个头的注意力中落在记忆上的比例。</translation>
  </message>
  <message>
   <source>lift of memory</source>
   <translation>记忆提升</translation>
  </message>
  <message>
   <source>Memory share over what memory would get if all keys were weighted alike: 1 is even.</source>
   <translation>记忆占比与所有键权重相同时记忆应得比例之比：1 表示持平。</translation>
  </message>
  <message>
   <source>own token</source>
   <translation>自身词元</translation>
  </message>
  <message>
   <source>Attention of queries on their own token.</source>
   <translation>查询对自身词元的注意力。</translation>
  </message>
  <message>
   <source>token before</source>
   <translation>前一词元</translation>
  </message>
  <message>
   <source>Attention of queries on the token before them.</source>
   <translation>查询对其前一个词元的注意力。</translation>
  </message>
  <message>
   <source>mean distance</source>
   <translation>平均距离</translation>
  </message>
  <message>
   <source>How far back attention lies on average, in tokens.</source>
   <translation>注意力平均落在多远之前，以词元计。</translation>
  </message>
  <message>
   <source>entropy</source>
   <translation>熵</translation>
  </message>
  <message>
   <source>How widely attention is spread, in bits: 0 for one key alone, one more for twice as many.</source>
   <translation>注意力分散的程度，以比特计：只看一个键为 0，键数加倍则加 1。</translation>
  </message>
  <message>
   <source>induction</source>
   <translation>归纳</translation>
  </message>
  <message>
   <source>Attention on what followed earlier occurrences of the query's token.</source>
   <translation>对查询词元先前各次出现之后那个词元的注意力。</translation>
  </message>
  <message>
   <source>alike to the head shown</source>
   <translation>与当前头的相似度</translation>
  </message>
  <message>
   <source>How alike each head's attention is to that of the head shown: 100% is the same, 0% has no key in common; 1 less the Jensen-Shannon divergence in bits, the mean over queries.</source>
   <translation>每个头的注意力与当前头的相似程度：100% 为完全相同，0% 为没有共同的键；其值为 1 减去以比特计的 Jensen-Shannon 散度，对各查询取平均。</translation>
  </message>
  <message>
   <source>weight of ({0})</source>
   <translation>({0}) 的权重</translation>
  </message>
  <message>
   <source>How much ({0}) varies within what queries see, as a share of all terms.</source>
   <translation>({0}) 在查询可见范围内的变化量，占所有项的比例。</translation>
  </message>
 </context>
 <context>
  <name>HeadsLegend</name>
  <message>
   <source>{0}: the heads have from {1} to {2}</source>
   <translation>{0}：各头从 {1} 到 {2}</translation>
  </message>
 </context>
 <context>
  <name>HeadsMap</name>
  <message>
   <source>Heads by {0}</source>
   <translation>各头：{0}</translation>
  </message>
  <message>
   <source>Layers and heads</source>
   <translation>层与头</translation>
  </message>
  <message>
   <source>{0}: {1}</source>
   <translation>{0}：{1}</translation>
  </message>
 </context>
 <context>
  <name>HeadsPanel</name>
  <message>
   <source>Measure of the heads</source>
   <translation>头的度量</translation>
  </message>
  <message>
   <source>Order of the heads</source>
   <translation>头的顺序</translation>
  </message>
  <message>
   <source>by number</source>
   <translation>按编号</translation>
  </message>
  <message>
   <source>Heads stand in the order of their numbers.</source>
   <translation>各头按编号排列。</translation>
  </message>
  <message>
   <source>sort in layers</source>
   <translation>层内排序</translation>
  </message>
  <message>
   <source>In each layer, heads stand from the largest number down.</source>
   <translation>每层内的头按数值从大到小排列。</translation>
  </message>
  <message>
   <source>sort all</source>
   <translation>全部排序</translation>
  </message>
  <message>
   <source>All heads stand from the largest number down, row after row.</source>
   <translation>所有头按数值从大到小逐行排列。</translation>
  </message>
  <message>
   <source>Means</source>
   <translation>均值</translation>
  </message>
  <message>
   <source>Show the mean over heads beside each layer, and that over layers below.</source>
   <translation>在每层旁显示各头的均值，在下方显示各层的均值。</translation>
  </message>
  <message>
   <source>Measuring…</source>
   <translation>正在测量…</translation>
  </message>
  <message>
   <source>There is nothing to measure in this segment.</source>
   <translation>本片段没有可测量的。</translation>
  </message>
  <message>
   <source>{0} of {1} queries have one.</source>
   <translation>{1} 个查询中有 {0} 个有该值。</translation>
  </message>
  <message>
   <source>100% is the same attention, 0% no key in common.</source>
   <translation>100% 为注意力相同，0% 为没有共同的键。</translation>
  </message>
  <message>
   <source>Means are of the numbers, not of an averaged map.</source>
   <translation>均值是各数值的平均，而不是平均图的数值。</translation>
  </message>
  <message>
   <source>Most alike to {0} are {1}, where 2·5 is head 5 of layer 2.</source>
   <translation>与 {0} 最相似的是 {1}，其中 2·5 表示第 2 层的头 5。</translation>
  </message>
 </context>
 <context>
  <name>HeadsPreview</name>
  <message>
   <source>Averages over layers are seen here; the pages show one layer.</source>
   <translation>各层平均只在此处显示；页面显示单个层。</translation>
  </message>
  <message>
   <source>measuring…</source>
   <translation>正在测量…</translation>
  </message>
 </context>
 <context>
  <name>HeatmapGrid</name>
  <message>
   <source>Heatmaps of the terms</source>
   <translation>各项的热图</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>query</source>
   <translation>查询</translation>
  </message>
  <message>
   <source>key</source>
   <translation>键</translation>
  </message>
 </context>
 <context>
  <name>HelpCommands</name>
  <message>
   <source>About relviz</source>
   <translation>关于 relviz</translation>
  </message>
  <message>
   <source>relviz {0}</source>
   <translation>relviz {0}</translation>
  </message>
  <message>
   <source>See how a Transformer-XL pays attention across segments: the four terms of its score, live, on a text of your own (Dai et al. 2019).</source>
   <translation>看 Transformer-XL 如何跨片段分配注意力：在您自己的文本上实时显示其分数的四项（Dai 等，2019）。</translation>
  </message>
 </context>
 <context>
  <name>HelpPopover</name>
  <message>
   <source>Help</source>
   <translation>帮助</translation>
  </message>
  <message>
   <source>Contents</source>
   <translation>目录</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>返回</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Help page</source>
   <translation>帮助页</translation>
  </message>
 </context>
 <context>
  <name>Inspector</name>
  <message>
   <source>Selected cells</source>
   <translation>选中的单元格</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <source>Copy tokens and numbers as text.</source>
   <translation>将词元和数值复制为文本。</translation>
  </message>
  <message>
   <source>Click a cell of a map; click another with Shift to select all between them.</source>
   <translation>单击图中的单元格；按住 Shift 再单击另一个，可选中两者之间的所有单元格。</translation>
  </message>
  <message>
   <source>this query</source>
   <translation>此查询</translation>
  </message>
  <message>
   <source>Attention of {0}</source>
   <translation>注意力：{0}</translation>
  </message>
  <message>
   <source>Attention of {0}, without the hidden keys</source>
   <translation>注意力：{0}，不含隐藏的键</translation>
  </message>
  <message>
   <source>Nothing here can be seen by its query.</source>
   <translation>这里没有查询看得到的内容。</translation>
  </message>
  <message>
   <source>Hidden. Shift+H shows all hidden keys again.</source>
   <translation>已隐藏。Shift+H 可重新显示所有隐藏的键。</translation>
  </message>
  <message>
   <source>Summed over {0} of {1} cells, those that can be seen.</source>
   <translation>对 {1} 个单元格中看得到的 {0} 个求和。</translation>
  </message>
  <message>
   <source>sum</source>
   <translation>总和</translation>
  </message>
  <message>
   <source>mean</source>
   <translation>均值</translation>
  </message>
  <message>
   <source>score</source>
   <translation>分数</translation>
  </message>
  <message>
   <source>hidden</source>
   <translation>已隐藏</translation>
  </message>
  <message>
   <source>none of these can be seen</source>
   <translation>这些都看不到</translation>
  </message>
  <message>
   <source>{0} of {1} cells can be seen</source>
   <translation>{1} 个单元格中看得到 {0} 个</translation>
  </message>
  <message>
   <source>renormalised without the hidden keys</source>
   <translation>去掉隐藏的键后重新归一化</translation>
  </message>
  <message>
   <source>attention per query</source>
   <translation>每个查询的注意力</translation>
  </message>
  <message>
   <source>mean attention</source>
   <translation>平均注意力</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>token {0}</source>
   <translation>词元 {0}</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>memory and segment</source>
   <translation>记忆和片段</translation>
  </message>
  <message>
   <source>self</source>
   <translation>自身</translation>
  </message>
  <message>
   <source>query</source>
   <translation>查询</translation>
  </message>
  <message>
   <source>{0} queries</source>
   <translation>{0} 个查询</translation>
  </message>
  <message>
   <source>key</source>
   <translation>键</translation>
  </message>
  <message>
   <source>{0} keys</source>
   <translation>{0} 个键</translation>
  </message>
  <message>
   <source>{0}, segment {1}, layer {2}, head {3}</source>
   <translation>{0}，片段 {1}，第 {2} 层，头 {3}</translation>
  </message>
  <message>
   <source>itself</source>
   <translation>自身</translation>
  </message>
  <message>
   <source>{0} back</source>
   <translation>前 {0}</translation>
  </message>
  <message>
   <source>{0} ahead</source>
   <translation>后 {0}</translation>
  </message>
  <message>
   <source>with memory</source>
   <translation>有记忆</translation>
  </message>
  <message>
   <source>without</source>
   <translation>无记忆</translation>
  </message>
  <message>
   <source>Expected after {0}</source>
   <translation>在 {0} 之后的预期</translation>
  </message>
  <message>
   <source>without memory</source>
   <translation>无记忆</translation>
  </message>
  <message>
   <source>next</source>
   <translation>下一个</translation>
  </message>
  <message>
   <source>came</source>
   <translation>实际</translation>
  </message>
  <message>
   <source>its loss, {0}</source>
   <translation>其损失，{0}</translation>
  </message>
 </context>
 <context>
  <name>Jumps</name>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>token</source>
   <translation>词元</translation>
  </message>
  <message>
   <source>layer</source>
   <translation>层</translation>
  </message>
  <message>
   <source>head</source>
   <translation>头</translation>
  </message>
  <message>
   <source>Go to segment {0}</source>
   <translation>转到片段 {0}</translation>
  </message>
  <message>
   <source>Go to token {0}</source>
   <translation>转到词元 {0}</translation>
  </message>
  <message>
   <source>Look at layer {0}, head {1}</source>
   <translation>查看第 {0} 层、头 {1}</translation>
  </message>
  <message>
   <source>Look at layer {0}</source>
   <translation>查看第 {0} 层</translation>
  </message>
  <message>
   <source>Look at head {0}</source>
   <translation>查看头 {0}</translation>
  </message>
 </context>
 <context>
  <name>List</name>
  <message>
   <source>, </source>
   <translation>、</translation>
  </message>
 </context>
 <context>
  <name>LossesView</name>
  <message>
   <source>Measure</source>
   <translation>测量</translation>
  </message>
  <message>
   <source>Measure the loss of the chosen schemes on held-out text</source>
   <translation>在留出文本上测量所选方案的损失</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Share measured</source>
   <translation>已测量的比例</translation>
  </message>
  <message>
   <source>Lines of the schemes</source>
   <translation>各方案的线条</translation>
  </message>
  <message>
   <source>Loss curves of the schemes</source>
   <translation>各方案的损失曲线</translation>
  </message>
  <message>
   <source>How it is measured, and what the papers report</source>
   <translation>如何测量，以及论文中的结论</translation>
  </message>
  <message>
   <source>Not measured, since no trained model is installed: {0}</source>
   <translation>未测量，因为没有安装训练好的模型：{0}</translation>
  </message>
  <message>
   <source>measuring…</source>
   <translation>正在测量…</translation>
  </message>
  <message>
   <source>measured now, on this computer</source>
   <translation>刚在本机上测得</translation>
  </message>
  <message>
   <source>Held-out text is read in segments that do not overlap, over a memory of fixed length.</source>
   <translation>留出文本按互不重叠的片段读入，记忆长度固定。</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source>Cancelled.</source>
   <translation>已取消。</translation>
  </message>
  <message>
   <source>Saved {0}</source>
   <translation>已保存 {0}</translation>
  </message>
  <message>
   <source>{0} is in the cache, at commit {1}</source>
   <translation>{0} 已在缓存中，提交 {1}</translation>
  </message>
 </context>
 <context>
  <name>MemoryPage</name>
  <message>
   <source>How memory is weighted against the segment</source>
   <translation>记忆与片段如何分配权重</translation>
  </message>
  <message>
   <source>Point at a bar, a key or a head to read its numbers; click a head to look at it.</source>
   <translation>指向条形、键或头可读出数值；单击一个头可查看它。</translation>
  </message>
  <message>
   <source>query {0}:  memory {1},  segment {2},  itself {3}   (memory if uniform: {4})</source>
   <translation>查询 {0}：记忆 {1}，片段 {2}，自身 {3}   （均匀时记忆为 {4}）</translation>
  </message>
  <message>
   <source>key {0}, {1} from the start of the segment:  mean attention {2}</source>
   <translation>键 {0}，距片段开头 {1}：平均注意力 {2}</translation>
  </message>
  <message>
   <source>key {0}, {1} from the start of the segment:  hidden, or seen by no query</source>
   <translation>键 {0}，距片段开头 {1}：已隐藏，或没有查询看得到</translation>
  </message>
  <message>
   <source>layer {0}, head {1}:  {2} of its attention goes to memory</source>
   <translation>第 {0} 层，头 {1}：{2} 的注意力落在记忆上</translation>
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Copy details</source>
   <translation>复制详情</translation>
  </message>
  <message>
   <source>Copy the message, versions and where it happened, for a report.</source>
   <translation>复制消息、版本和出错位置，供报告使用。</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
 </context>
 <context>
  <name>ModelOffer</name>
  <message>
   <source>Read with {0}</source>
   <translation>改用 {0}</translation>
  </message>
 </context>
 <context>
  <name>NoMemory</name>
  <message>
   <source>There is no memory yet: step on.</source>
   <translation>还没有记忆：请前进到下一片段。</translation>
  </message>
  <message>
   <source>All tokens of the memory are hidden: show them again.</source>
   <translation>记忆中的词元全都被隐藏了：请重新显示它们。</translation>
  </message>
  <message>
   <source>The memory can hold no tokens: make it longer.</source>
   <translation>记忆长度为 0，放不下任何词元：请加大记忆长度。</translation>
  </message>
  <message>
   <source>The text ends with its first segment: make segments shorter.</source>
   <translation>文本在第一个片段就结束了：请缩短片段。</translation>
  </message>
  <message>
   <source>Nothing comes before the only token of the text.</source>
   <translation>文本只有一个词元，它前面什么也没有。</translation>
  </message>
 </context>
 <context>
  <name>PaceBox</name>
  <message>
   <source>Pace</source>
   <translation>速度</translation>
  </message>
  <message>
   <source>How long each segment stays while Play goes on by itself</source>
   <translation>自动播放时每个片段停留多久</translation>
  </message>
  <message>
   <source>fastest</source>
   <translation>最快</translation>
  </message>
  <message>
   <source>{0:g} s</source>
   <translation>{0:g} 秒</translation>
  </message>
 </context>
 <context>
  <name>PageTabs</name>
  <message>
   <source>Pages</source>
   <translation>页面</translation>
  </message>
  <message>
   <source>Terms</source>
   <translation>分项</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>Encoding</source>
   <translation>编码</translation>
  </message>
  <message>
   <source>Profiles</source>
   <translation>剖面</translation>
  </message>
  <message>
   <source>Predictions</source>
   <translation>预测</translation>
  </message>
  <message>
   <source>Schemes</source>
   <translation>方案</translation>
  </message>
 </context>
 <context>
  <name>PicturePreview</name>
  <message>
   <source>Preview of the file</source>
   <translation>文件预览</translation>
  </message>
 </context>
 <context>
  <name>Predictions</name>
  <message>
   <source>after {0} the text ends</source>
   <translation>{0}之后文本结束</translation>
  </message>
  <message>
   <source>what is expected</source>
   <translation>预期</translation>
  </message>
  <message>
   <source>after {0} came {1}</source>
   <translation>{0}之后是{1}</translation>
  </message>
  <message>
   <source>what was expected</source>
   <translation>预期</translation>
  </message>
  <message>
   <source>with memory</source>
   <translation>有记忆</translation>
  </message>
  <message>
   <source>without memory</source>
   <translation>无记忆</translation>
  </message>
  <message>
   <source>the memory is empty</source>
   <translation>记忆为空</translation>
  </message>
  <message>
   <source>select a query</source>
   <translation>请选择一个查询</translation>
  </message>
  <message>
   <source>with memory {0}</source>
   <translation>有记忆 {0}</translation>
  </message>
  <message>
   <source>without {0}</source>
   <translation>无记忆 {0}</translation>
  </message>
  <message>
   <source>without ({letter}) {mean}</source>
   <translation>去掉 ({letter}) {mean}</translation>
  </message>
  <message>
   <source>and means</source>
   <translation>及均值</translation>
  </message>
  <message>
   <source>mean {0}, the memory is empty</source>
   <translation>均值 {0}，记忆为空</translation>
  </message>
  <message>
   <source>loss of each token</source>
   <translation>每个词元的损失</translation>
  </message>
  <message>
   <source>token that came: this is what it cost</source>
   <translation>实际出现的词元：其损失</translation>
  </message>
  <message>
   <source>loss, {0}</source>
   <translation>损失，{0}</translation>
  </message>
  <message>
   <source>what each is worth: loss without it {0} loss</source>
   <translation>各自的价值：去掉后的损失 {0} 损失</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>query: the token before, from which it was predicted</source>
   <translation>查询：用来预测它的前一个词元</translation>
  </message>
  <message>
   <source>{0}, over the segment</source>
   <translation>{0}，整个片段</translation>
  </message>
  <message>
   <source>mean</source>
   <translation>均值</translation>
  </message>
  <message>
   <source>losses in {0} per token; each term off in all layers and heads, over the same memory</source>
   <translation>每个词元的损失，单位{0}；各项在所有层和头中关闭，记忆相同</translation>
  </message>
  <message>
   <source>read from token {0}</source>
   <translation>从词元 {0} 起读</translation>
  </message>
  <message>
   <source>intervention: {0}</source>
   <translation>干预：{0}</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0}/{1}</translation>
  </message>
 </context>
 <context>
  <name>PredictionsPage</name>
  <message>
   <source>Term whose loss without it is drawn</source>
   <translation>画出去掉哪一项时的损失</translation>
  </message>
  <message>
   <source>&amp;Draw the loss without</source>
   <translation>画出去掉此项的损失(&amp;D)</translation>
  </message>
  <message>
   <source>Compute the losses</source>
   <translation>计算损失</translation>
  </message>
  <message>
   <source>Losses along the segment, and what is expected next</source>
   <translation>沿片段的损失，以及下一个词元的预期</translation>
  </message>
  <message>
   <source>Computing the losses…</source>
   <translation>正在计算损失…</translation>
  </message>
  <message>
   <source>no term</source>
   <translation>不去掉</translation>
  </message>
  <message>
   <source>mean {0:.3f} {1} per token; the memory is empty</source>
   <translation>平均每词元 {0:.3f} {1}；记忆为空</translation>
  </message>
  <message>
   <source>mean {0:.3f} {1} per token with memory, {2:.3f} without: memory gains {3}</source>
   <translation>平均每词元 {0:.3f} {1}（有记忆），{2:.3f}（无记忆）：记忆带来 {3}</translation>
  </message>
  <message>
   <source>Point at a token to read off what it cost; click it to see what was expected in its place.</source>
   <translation>指向词元可读出其损失；单击可看在其位置上的预期。</translation>
  </message>
  <message>
   <source>The losses come here once the text has been read.</source>
   <translation>读完文本后，损失将显示在这里。</translation>
  </message>
  <message>
   <source>The losses of this segment were not computed.</source>
   <translation>本片段的损失没有计算。</translation>
  </message>
  <message>
   <source>{0} predicts no next token in this segment: choose another model in the toolbar.</source>
   <translation>{0} 在本片段不预测下一个词元：请在工具栏中选择其他模型。</translation>
  </message>
  <message>
   <source>The text is a single token, after which nothing comes: add to it in the Text dock on the left.</source>
   <translation>文本只有一个词元，其后没有内容：请在左侧的“文本”面板中补充。</translation>
  </message>
  <message>
   <source>This segment is the last token of the text, after which nothing comes: go back a segment (Alt+Left).</source>
   <translation>本片段是文本的最后一个词元，其后没有内容：请后退一个片段 (Alt+Left)。</translation>
  </message>
  <message>
   <source>after {0}:  no loss, since nothing that came next was predicted here</source>
   <translation>在{0}之后：没有损失，因为此处没有预测后文</translation>
  </message>
  <message>
   <source>after {query}:  {came} cost {cost:.3f} {unit}; the memory is empty</source>
   <translation>在{query}之后：{came}的损失为 {cost:.3f} {unit}；记忆为空</translation>
  </message>
  <message>
   <source>after {query}:  {came} cost {cost:.3f} {unit} with memory, {without:.3f} without: gained {gain}</source>
   <translation>在{query}之后：{came}的损失，有记忆 {cost:.3f} {unit}，无记忆 {without:.3f}：收益 {gain}</translation>
  </message>
  <message>
   <source>after {0}:  {1} cost {2:.3f} {3} with {4} off in all layers and heads, {5}</source>
   <translation>在{0}之后：所有层和头关闭 {4} 时，{1}的损失为 {2:.3f} {3}，{5}</translation>
  </message>
  <message>
   <source>{0} is off already</source>
   <translation>{0} 已关闭</translation>
  </message>
  <message>
   <source>mean {0:.3f} {1} per token with {2} off, {3}; click to draw it in the chart</source>
   <translation>关闭 {2} 时平均每词元 {0:.3f} {1}，{3}；单击可画入图中</translation>
  </message>
  <message>
   <source>what is expected after {0}</source>
   <translation>{0}之后的预期</translation>
  </message>
  <message>
   <source>{0} is expected with {1} without memory</source>
   <translation>无记忆时，{0}的概率为 {1}</translation>
  </message>
  <message>
   <source>{0} is expected with {1} with memory</source>
   <translation>有记忆时，{0}的概率为 {1}</translation>
  </message>
 </context>
 <context>
  <name>ProbeView</name>
  <message>
   <source>Position or distance, logarithmic</source>
   <translation>位置或距离，对数刻度</translation>
  </message>
  <message>
   <source>From 0 to 512,000, in even steps of the logarithm</source>
   <translation>从 0 到 512,000，按对数均匀分布</translation>
  </message>
  <message>
   <source>Position or distance</source>
   <translation>位置或距离</translation>
  </message>
  <message>
   <source>&amp;position or distance</source>
   <translation>位置或距离(&amp;P)</translation>
  </message>
  <message>
   <source>Vectors of the schemes</source>
   <translation>各方案的向量</translation>
  </message>
  <message>
   <source>What the schemes answer</source>
   <translation>各方案的回答</translation>
  </message>
 </context>
 <context>
  <name>ProfileControls</name>
  <message>
   <source>this segment</source>
   <translation>本片段</translation>
  </message>
  <message>
   <source>the whole text</source>
   <translation>整段文本</translation>
  </message>
  <message>
   <source>linear</source>
   <translation>线性</translation>
  </message>
  <message>
   <source>logarithmic</source>
   <translation>对数</translation>
  </message>
  <message>
   <source>√ colours</source>
   <translation>√ 配色</translation>
  </message>
  <message>
   <source>&amp;Over</source>
   <translation>范围(&amp;O)</translation>
  </message>
  <message>
   <source>Over which queries the means are</source>
   <translation>对哪些查询取平均</translation>
  </message>
  <message>
   <source>&amp;Beside</source>
   <translation>旁边显示(&amp;B)</translation>
  </message>
  <message>
   <source>What is shown beside the attention, for every head</source>
   <translation>每个头的注意力旁边显示什么</translation>
  </message>
  <message>
   <source>Dis&amp;tances</source>
   <translation>距离(&amp;T)</translation>
  </message>
  <message>
   <source>How the distances are spaced</source>
   <translation>距离的间隔方式</translation>
  </message>
  <message>
   <source>Co&amp;lours</source>
   <translation>配色(&amp;L)</translation>
  </message>
  <message>
   <source>Colours of the maps</source>
   <translation>图的配色</translation>
  </message>
  <message>
   <source>{0}, alone</source>
   <translation>仅 {0}</translation>
  </message>
  <message>
   <source>all terms, alone</source>
   <translation>各项单独</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>无</translation>
  </message>
 </context>
 <context>
  <name>Profiles</name>
  <message>
   <source>softmax of the score</source>
   <translation>分数的 softmax</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>relative distance d, tokens back</source>
   <translation>相对距离 d，向前的词元数</translation>
  </message>
  <message>
   <source>relative distance d, tokens back, logarithmic</source>
   <translation>相对距离 d，向前的词元数，对数刻度</translation>
  </message>
  <message>
   <source>trained</source>
   <translation>训练范围</translation>
  </message>
  <message>
   <source>layer, its heads</source>
   <translation>层及其各头</translation>
  </message>
  <message>
   <source>layer {0}, mean over heads</source>
   <translation>第 {0} 层，各头平均</translation>
  </message>
  <message>
   <source>layer {0}, head {1}</source>
   <translation>第 {0} 层，头 {1}</translation>
  </message>
  <message>
   <source>score</source>
   <translation>分数</translation>
  </message>
  <message>
   <source>mean attention</source>
   <translation>平均注意力</translation>
  </message>
  <message>
   <source>its terms before the softmax</source>
   <translation>softmax 之前的各项</translation>
  </message>
  <message>
   <source>mean score</source>
   <translation>平均分数</translation>
  </message>
  <message>
   <source>attention, and each term alone</source>
   <translation>注意力，以及各项单独的结果</translation>
  </message>
  <message>
   <source>each term alone; {0} of {1} segments</source>
   <translation>各项单独；{1} 个片段中的 {0} 个</translation>
  </message>
  <message>
   <source>top 20% of memory</source>
   <translation>记忆的前 20%</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0}/{1}</translation>
  </message>
  <message>
   <source>means over the queries that see each distance</source>
   <translation>对看得到各距离的查询取平均</translation>
  </message>
  <message>
   <source>means over the queries of {0} segments that see each distance</source>
   <translation>对 {0} 个片段中看得到各距离的查询取平均</translation>
  </message>
  <message>
   <source>{whose},  {where}:  mean score {whole}  =  {parts}     ({queries} of {all} queries)</source>
   <translation>{whose}，{where}：平均分数 {whole}  =  {parts}     （{all} 个查询中的 {queries} 个）</translation>
  </message>
  <message>
   <source>{whose},  {where}:  attention {whole};  alone {parts}     ({queries} of {all} queries)</source>
   <translation>{whose}，{where}：注意力 {whole}；单独 {parts}     （{all} 个查询中的 {queries} 个）</translation>
  </message>
  <message>
   <source>Point at a head or a curve to read its numbers; click a head to look at it, a curve to mark a distance.</source>
   <translation>指向头或曲线可读出数值；单击头可查看它，单击曲线可标出距离。</translation>
  </message>
  <message>
   <source>distance {0}</source>
   <translation>距离 {0}</translation>
  </message>
  <message>
   <source>distances {0} to {1}</source>
   <translation>距离 {0} 到 {1}</translation>
  </message>
 </context>
 <context>
  <name>ProfilesPage</name>
  <message>
   <source>Compute the profiles</source>
   <translation>计算剖面</translation>
  </message>
  <message>
   <source>Attention over the relative distance, for every head and for each term alone</source>
   <translation>每个头以及各项单独的注意力随相对距离的变化</translation>
  </message>
  <message>
   <source>The profiles were not computed.</source>
   <translation>剖面没有计算。</translation>
  </message>
  <message>
   <source>Computing the profiles of all heads…</source>
   <translation>正在计算所有头的剖面…</translation>
  </message>
 </context>
 <context>
  <name>Projects</name>
  <message>
   <source>text</source>
   <translation>文本</translation>
  </message>
  <message>
   <source>relviz projects (*.relviz)</source>
   <translation>relviz 项目 (*.relviz)</translation>
  </message>
  <message>
   <source>Save project</source>
   <translation>保存项目</translation>
  </message>
  <message>
   <source>relviz projects (*.relviz);;All files (*)</source>
   <translation>relviz 项目 (*.relviz);;所有文件 (*)</translation>
  </message>
  <message>
   <source>Open project</source>
   <translation>打开项目</translation>
  </message>
 </context>
 <context>
  <name>QAbstractFileIconProvider</name>
  <message>
   <source>Drive</source>
   <translation>驱动器</translation>
  </message>
 </context>
 <context>
  <name>QFileDialog</name>
  <message>
   <source>&amp;Look in:</source>
   <translation>查找范围(&amp;L)：</translation>
  </message>
  <message>
   <source>Files of &amp;type:</source>
   <translation>文件类型(&amp;T)：</translation>
  </message>
 </context>
 <context>
  <name>QPrintSettingsOutput</name>
  <message>
   <source>Page &amp;Set:</source>
   <translation>页面组(&amp;S)：</translation>
  </message>
 </context>
 <context>
  <name>RandomBadge</name>
  <message>
   <source>all</source>
   <translation>全部</translation>
  </message>
  <message>
   <source>random weights: {0}</source>
   <translation>随机权重：{0}</translation>
  </message>
  <message>
   <source>There is no trained model {0}: what positions do to the score can be seen, what was learned cannot.</source>
   <translation>没有训练好的模型 {0}：能看到位置对分数的作用，看不到学到的内容。</translation>
  </message>
 </context>
 <context>
  <name>ReadingRow</name>
  <message>
   <source>A–H, the article's example</source>
   <translation>A–H，文章中的例子</translation>
  </message>
  <message>
   <source>the text in the window</source>
   <translation>窗口中的文本</translation>
  </message>
  <message>
   <source>Text that the schemes read</source>
   <translation>各方案所读的文本</translation>
  </message>
  <message>
   <source>The article's two segments of four tokens, or the segment of your text that the window shows</source>
   <translation>文章中两个各四个词元的片段，或窗口正在显示的您的文本片段</translation>
  </message>
  <message>
   <source>mean over heads</source>
   <translation>各头平均</translation>
  </message>
  <message>
   <source>head {0}</source>
   <translation>头 {0}</translation>
  </message>
  <message>
   <source>window of 4: A B C D in memory, E F G H read; positions count from 1</source>
   <translation>窗口为 4：A B C D 在记忆中，正在读 E F G H；位置从 1 计起</translation>
  </message>
  <message>
   <source>segment {0} of 0–{1}, read by characters</source>
   <translation>片段 {0}（编号 0–{1}），按字符读</translation>
  </message>
  <message>
   <source>layer {0}, {1}</source>
   <translation>第 {0} 层，{1}</translation>
  </message>
 </context>
 <context>
  <name>Reasons</name>
  <message>
   <source>No such file or directory</source>
   <translation>没有这样的文件或文件夹</translation>
  </message>
  <message>
   <source>Permission denied</source>
   <translation>没有权限</translation>
  </message>
  <message>
   <source>Operation not permitted</source>
   <translation>不允许此操作</translation>
  </message>
  <message>
   <source>Is a directory</source>
   <translation>它是文件夹</translation>
  </message>
  <message>
   <source>Not a directory</source>
   <translation>路径中有一处不是文件夹</translation>
  </message>
  <message>
   <source>File exists</source>
   <translation>文件已存在</translation>
  </message>
  <message>
   <source>File name too long</source>
   <translation>文件名过长</translation>
  </message>
  <message>
   <source>File too large</source>
   <translation>文件过大</translation>
  </message>
  <message>
   <source>Invalid argument</source>
   <translation>参数无效</translation>
  </message>
  <message>
   <source>Input/output error</source>
   <translation>读写出错</translation>
  </message>
  <message>
   <source>No space left on device</source>
   <translation>磁盘空间不足</translation>
  </message>
  <message>
   <source>Disk quota exceeded</source>
   <translation>超出磁盘配额</translation>
  </message>
  <message>
   <source>Read-only file system</source>
   <translation>文件系统为只读</translation>
  </message>
  <message>
   <source>Too many open files</source>
   <translation>打开的文件过多</translation>
  </message>
  <message>
   <source>Too many levels of symbolic links</source>
   <translation>符号链接层数过多</translation>
  </message>
  <message>
   <source>Cannot allocate memory</source>
   <translation>内存不足</translation>
  </message>
  <message>
   <source>Stale file handle</source>
   <translation>文件句柄已失效</translation>
  </message>
  <message>
   <source>Device or resource busy</source>
   <translation>设备或资源正忙</translation>
  </message>
 </context>
 <context>
  <name>RecentMenu</name>
  <message>
   <source>Open &amp;recent</source>
   <translation>最近打开(&amp;R)</translation>
  </message>
  <message>
   <source>No text was opened yet</source>
   <translation>还没有打开过文本</translation>
  </message>
  <message>
   <source>&amp;Clear this list</source>
   <translation>清空此列表(&amp;C)</translation>
  </message>
 </context>
 <context>
  <name>RestoreBar</name>
  <message>
   <source>Restore</source>
   <translation>恢复</translation>
  </message>
  <message>
   <source>Discard</source>
   <translation>丢弃</translation>
  </message>
  <message>
   <source>relviz ended unexpectedly while {0} windows were open.</source>
   <translation>relviz 意外退出，当时有 {0} 个窗口打开着。</translation>
  </message>
  <message>
   <source>relviz ended unexpectedly while {0} was open.</source>
   <translation>relviz 意外退出，当时 {0} 打开着。</translation>
  </message>
  <message>
   <source>relviz ended unexpectedly while a text was open.</source>
   <translation>relviz 意外退出，当时有文本打开着。</translation>
  </message>
 </context>
 <context>
  <name>RewritingView</name>
  <message>
   <source>&amp;Absolute</source>
   <translation>绝对(&amp;A)</translation>
  </message>
  <message>
   <source>&amp;Relative</source>
   <translation>相对(&amp;R)</translation>
  </message>
  <message>
   <source>The score with positions added to queries and keys, multiplied out</source>
   <translation>位置加到查询和键上之后展开的分数</translation>
  </message>
  <message>
   <source>What Transformer-XL makes of it</source>
   <translation>Transformer-XL 的改写</translation>
  </message>
  <message>
   <source>score × √d =</source>
   <translation>分数 × √d =</translation>
  </message>
  <message>
   <source>What was rewritten</source>
   <translation>改写了什么</translation>
  </message>
  <message>
   <source>Heatmaps of the terms, absolute over relative</source>
   <translation>各项的热图，上为绝对，下为相对</translation>
  </message>
  <message>
   <source>Here positions are added to the inputs of queries and keys in each layer; the original Transformer adds them once, to the embeddings.</source>
   <translation>这里位置在每层加到查询和键的输入上；原始 Transformer 只在嵌入处加一次。</translation>
  </message>
  <message>
   <source>absolute</source>
   <translation>绝对</translation>
  </message>
  <message>
   <source>relative</source>
   <translation>相对</translation>
  </message>
 </context>
 <context>
  <name>Saving</name>
  <message>
   <source>{0} is there already. Replace it?</source>
   <translation>{0} 已存在。要替换吗？</translation>
  </message>
 </context>
 <context>
  <name>SchemePicker</name>
  <message>
   <source>Position schemes</source>
   <translation>位置方案</translation>
  </message>
  <message>
   <source>Sinusoidal absolute positions that start again at 0 in each segment</source>
   <translation>正弦绝对位置，每个片段从 0 重新开始</translation>
  </message>
  <message>
   <source>Sinusoidal absolute positions that count on from segment to segment</source>
   <translation>正弦绝对位置，跨片段连续计数</translation>
  </message>
  <message>
   <source>A learned table of absolute positions, which has an end</source>
   <translation>学得的绝对位置表，长度有限</translation>
  </message>
  <message>
   <source>Shaw et al.: learned vectors of distances, which share one beyond a clip</source>
   <translation>Shaw 等：学得的距离向量，超过截断距离后共用一个</translation>
  </message>
  <message>
   <source>Transformer-XL: the sinusoid of the distance, and four terms</source>
   <translation>Transformer-XL：距离的正弦编码，以及四项</translation>
  </message>
  <message>
   <source>No positions at all: the score knows what the tokens are, and not where</source>
   <translation>完全没有位置：分数知道词元是什么，不知道在哪里</translation>
  </message>
  <message>
   <source>ALiBi: a penalty that grows with the distance, with nothing learned</source>
   <translation>ALiBi：随距离增大的惩罚，没有可学的参数</translation>
  </message>
  <message>
   <source>Rotary: queries and keys are turned by angles that grow with the position</source>
   <translation>旋转位置：查询和键按随位置增大的角度旋转</translation>
  </message>
  <message>
   <source>T5: a learned number for each bucket of distances</source>
   <translation>T5：每个距离分桶一个学得的数</translation>
  </message>
 </context>
 <context>
  <name>Sentences</name>
  <message>
   <source>the whole</source>
   <translation>整个项目</translation>
  </message>
  <message>
   <source>an object</source>
   <translation>对象</translation>
  </message>
  <message>
   <source>a string</source>
   <translation>字符串</translation>
  </message>
  <message>
   <source>a whole number</source>
   <translation>整数</translation>
  </message>
  <message>
   <source>a whole number from 0</source>
   <translation>不小于 0 的整数</translation>
  </message>
  <message>
   <source>a number</source>
   <translation>数</translation>
  </message>
  <message>
   <source>true or false</source>
   <translation>true 或 false</translation>
  </message>
  <message>
   <source>one of {0}</source>
   <translation>{0} 之一</translation>
  </message>
  <message>
   <source>a list of whole numbers</source>
   <translation>整数列表</translation>
  </message>
  <message>
   <source>a newer one</source>
   <translation>的更新版本</translation>
  </message>
  <message>
   <source>the model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>give a folder with config.json and model.safetensors or pytorch_model.bin</source>
   <translation>请给出含有 config.json 以及 model.safetensors 或 pytorch_model.bin 的文件夹</translation>
  </message>
  <message>
   <source>a TensorFlow checkpoint, which relviz does not open: convert it with transformers 4.35 (TransfoXLLMHeadModel.from_pretrained(FOLDER, from_tf=True).save_pretrained(...)), or {0}</source>
   <translation>TensorFlow 检查点，relviz 打不开：请用 transformers 4.35 转换 (TransfoXLLMHeadModel.from_pretrained(FOLDER, from_tf=True).save_pretrained(...))，或者{0}</translation>
  </message>
  <message>
   <source>a Flax checkpoint, which relviz does not open: {0}</source>
   <translation>Flax 检查点，relviz 打不开：{0}</translation>
  </message>
  <message>
   <source>a checkpoint for Rust, which relviz does not open: {0}</source>
   <translation>供 Rust 使用的检查点，relviz 打不开：{0}</translation>
  </message>
  <message>
   <source>an ONNX graph, which relviz does not open: {0}</source>
   <translation>ONNX 计算图，relviz 打不开：{0}</translation>
  </message>
  <message>
   <source>a GGUF file, whose weights are rounded and which relviz does not open: {0}</source>
   <translation>GGUF 文件，其权重经过舍入，relviz 打不开：{0}</translation>
  </message>
  <message>
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <source>a corpus, not a model, and pickled, so relviz does not open it: {0}</source>
   <translation>语料而不是模型，并且是 pickle 文件，relviz 不打开它：{0}</translation>
  </message>
  <message>
   <source>the state of a training, not a model: {0}</source>
   <translation>训练状态而不是模型：{0}</translation>
  </message>
  <message>
   <source>the index of weights in several files, which relviz does not open: save them as one model.safetensors</source>
   <translation>分存在多个文件中的权重的索引，relviz 打不开：请把权重存为一个 model.safetensors</translation>
  </message>
  <message>
   <source>{0} (its own)</source>
   <translation>{0}（它自己的）</translation>
  </message>
  <message>
   <source>clearly worse at positions that were never trained</source>
   <translation>在从未训练的位置上明显更差</translation>
  </message>
  <message>
   <source>stops gaining when the memory grows past its clip of 16</source>
   <translation>记忆超过其截断距离 16 之后不再有收益</translation>
  </message>
  <message>
   <source>not worse at up to four times the memory it was trained with</source>
   <translation>记忆达到训练时的四倍也不变差</translation>
  </message>
  <message>
   <source>no worse at positions that were never trained</source>
   <translation>在从未训练的位置上也不变差</translation>
  </message>
  <message>
   <source>worse with memory than without</source>
   <translation>有记忆反而比没有更差</translation>
  </message>
  <message>
   <source>stays flat beyond what it was trained on</source>
   <translation>超出训练范围后保持平稳</translation>
  </message>
  <message>
   <source>reading in segments and as one segment agree</source>
   <translation>分片段读与作为一个片段读结果一致</translation>
  </message>
  <message>
   <source>reading in segments and as one segment differ</source>
   <translation>分片段读与作为一个片段读结果不同</translation>
  </message>
  <message>
   <source>No token of the memory has the position vector of a token of the segment.</source>
   <translation>记忆中没有词元与片段中的词元有相同的位置向量。</translation>
  </message>
  <message>
   <source>{0} pairs of memory and segment have equal position vectors: {1} and {2} are both at position {3}, counted from 1, and the model cannot tell by it which is nearer.</source>
   <translation>记忆与片段之间有 {0} 对相同的位置向量：{1} 与 {2} 都在位置 {3}（从 1 计起），模型无法据此分辨哪个更近。</translation>
  </message>
  <message>
   <source>No token has a position, so none can share one; nor can order be told by it.</source>
   <translation>词元都没有位置，因此不会相同；但也无法据此分辨次序。</translation>
  </message>
  <message>
   <source>Tokens have no positions of their own, only distances: two keys of one query never share theirs.</source>
   <translation>词元没有自己的位置，只有距离：同一查询的两个键的距离绝不相同。</translation>
  </message>
  <message>
   <source>{0} stretches of {1:,} tokens of held-out text, each read from position 0 in segments of {2} that do not overlap, over a memory of {3}; mean over all stretches, in bins of {4} positions.</source>
   <translation>留出文本中 {0} 段各 {1:,} 个词元，每段从位置 0 起按互不重叠的 {2} 词元片段读入，记忆为 {3}；对所有段取平均，每 {4} 个位置为一组。</translation>
  </message>
  <message>
   <source>The same {0:,} tokens of held-out text for every memory length, in segments of {1} that do not overlap; the memory is filled before counting begins, and positions count from where it was empty.</source>
   <translation>各记忆长度都用留出文本中相同的 {0:,} 个词元，按互不重叠的 {1} 词元片段读入；先填满记忆再开始计数，位置从记忆为空处计起。</translation>
  </message>
  <message>
   <source>position {0:,}</source>
   <translation>位置 {0:,}</translation>
  </message>
  <message>
   <source>distance {0:,}</source>
   <translation>距离 {0:,}</translation>
  </message>
  <message>
   <source>There is no vector and no number: this scheme holds nothing for positions or distances.</source>
   <translation>没有向量也没有数：此方案对位置和距离都不保存任何内容。</translation>
  </message>
  <message>
   <source>There is no vector for {0}: the table ends after {1:,} rows. A program can fail here, or clip and take row {2:,} for all positions beyond, as relviz does; either way nothing was learned.</source>
   <translation>{0} 没有向量：表在 {1:,} 行之后结束。程序在这里要么出错，要么截断，对更远的位置都取第 {2:,} 行（relviz 如此）；无论哪种都没有学到东西。</translation>
  </message>
  <message>
   <source>The token at {0} gets the vector of place {1:,} in its segment, as do those of all other segments.</source>
   <translation>{0} 的词元得到其片段中第 {1:,} 处的向量，其他所有片段的该处也一样。</translation>
  </message>
  <message>
   <source>For {0} the row of distance {1:,} is taken, as for all distances beyond: they share one row, for keys and for values.</source>
   <translation>{0} 取距离 {1:,} 的那一行，更远的距离都如此：它们共用一行，键和值都是。</translation>
  </message>
  <message>
   <source>The vector of {0} is a row of a learned table, which goes up to distance {1:,}; so is what it adds to the values.</source>
   <translation>{0} 的向量是学得的表中的一行，表到距离 {1:,} 为止；加到值上的向量也是。</translation>
  </message>
  <message>
   <source>For {0} each head adds the number of the last bucket, as for all distances of {1:,} and more.{2}</source>
   <translation>对于{0}，每个头加上最后一个分桶的数，所有不小于 {1:,} 的距离都如此。{2}</translation>
  </message>
  <message>
   <source>For {0} each head adds one number to the score, and there is no vector.{1}</source>
   <translation>对于{0}，每个头给分数加一个数，没有向量。{1}</translation>
  </message>
  <message>
   <source>For {0} each pair of dimensions is turned by an angle of its own; nothing is added.{1}</source>
   <translation>对于{0}，每对维度旋转各自的角度；不加任何东西。{1}</translation>
  </message>
  <message>
   <source>For {0} the vector of distance {1:,} is taken, as for all distances beyond.</source>
   <translation>{0} 取距离 {1:,} 的向量，更远的距离都如此。</translation>
  </message>
  <message>
   <source>The vector of {0} is well defined: a formula gives it, not a table.{1}</source>
   <translation>{0} 的向量有明确定义：由公式给出，而不是查表。{1}</translation>
  </message>
  <message>
   <source>The vector of {0} is row {1:,} of a table of {2:,}.{3}</source>
   <translation>{0} 的向量是共 {2:,} 行的表中的第 {1:,} 行。{3}</translation>
  </message>
  <message>
   <source>The vector R of {0} is well defined: a formula gives it, there is no table to end.{1}</source>
   <translation>{0} 的向量 R 有明确定义：由公式给出，没有会到尽头的表。{1}</translation>
  </message>
  <message>
   <source> It was seen in training, which went from 0 to {0:,}.</source>
   <translation>训练时见过它，训练范围为 0 到 {0:,}。</translation>
  </message>
  <message>
   <source> It was never seen in training, which went from 0 to {0:,}.</source>
   <translation>训练时从未见过它，训练范围为 0 到 {0:,}。</translation>
  </message>
  <message>
   <source>content-content</source>
   <translation>内容-内容</translation>
  </message>
  <message>
   <source>content</source>
   <translation>内容</translation>
  </message>
  <message>
   <source>The two tokens' contents stay; the keys of contents get a matrix of their own.</source>
   <translation>两个词元的内容不变；内容的键有自己的矩阵。</translation>
  </message>
  <message>
   <source>content-position</source>
   <translation>内容-位置</translation>
  </message>
  <message>
   <source>position</source>
   <translation>位置</translation>
  </message>
  <message>
   <source>The key's place in the text becomes its distance, with a matrix of its own.</source>
   <translation>键在文本中的位置变为其距离，并有自己的矩阵。</translation>
  </message>
  <message>
   <source>position-content</source>
   <translation>位置-内容</translation>
  </message>
  <message>
   <source>content bias</source>
   <translation>内容偏置</translation>
  </message>
  <message>
   <source>The query's place becomes one learned vector u: wherever it asks from, it asks alike.</source>
   <translation>查询的位置变为一个学得的向量 u：无论从何处问，问法都一样。</translation>
  </message>
  <message>
   <source>position-position</source>
   <translation>位置-位置</translation>
  </message>
  <message>
   <source>position bias</source>
   <translation>位置偏置</translation>
  </message>
  <message>
   <source>The query's place becomes one learned vector v, and the key's place its distance.</source>
   <translation>查询的位置变为一个学得的向量 v，键的位置变为其距离。</translation>
  </message>
  <message>
   <source>i − j, as Transformer-XL's code counts: 2 is two tokens back.</source>
   <translation>i − j，与 Transformer-XL 的代码相同：2 表示向前两个词元。</translation>
  </message>
  <message>
   <source>j − i, as Shaw et al. count: −2 is two tokens back.</source>
   <translation>j − i，与 Shaw 等的写法相同：−2 表示向前两个词元。</translation>
  </message>
  <message>
   <source>All sines, then all cosines, as Transformer-XL lays them out.</source>
   <translation>先是所有正弦，再是所有余弦，与 Transformer-XL 的排列相同。</translation>
  </message>
  <message>
   <source>Sine and cosine of a frequency side by side, as in the original Transformer.</source>
   <translation>同一频率的正弦与余弦相邻，与原始 Transformer 相同。</translation>
  </message>
  <message>
   <source>The other sign turns every sine around and leaves every cosine as it is.</source>
   <translation>改用另一种符号会使每个正弦反号，余弦不变。</translation>
  </message>
  <message>
   <source>R for {0}, d_model {1}. The number is {2} {3}</source>
   <translation>{0}的 R，d_model 为 {1}。其中的数为 {2}{3}</translation>
  </message>
  <message>
   <source>the token itself</source>
   <translation>词元自身</translation>
  </message>
  <message>
   <source>{0:,} token back</source>
   <translation>向前 {0:,} 个词元</translation>
  </message>
  <message>
   <source>{0:,} tokens back</source>
   <translation>向前 {0:,} 个词元</translation>
  </message>
  <message>
   <source>{0:,} token ahead</source>
   <translation>向后 {0:,} 个词元</translation>
  </message>
  <message>
   <source>{0:,} tokens ahead</source>
   <translation>向后 {0:,} 个词元</translation>
  </message>
  <message>
   <source>It lacks (b) and (c); its (d) is a fixed line that nothing was learned for.</source>
   <translation>它缺少 (b) 和 (c)；它的 (d) 是一条固定的直线，没有学习。</translation>
  </message>
  <message>
   <source>It has all four terms, but of positions: those beyond training are defined and were never seen.</source>
   <translation>它四项俱全，但都是位置的：训练范围之外的有定义而从未见过。</translation>
  </message>
  <message>
   <source>It has all four terms, but of positions, and none of a position beyond its table.</source>
   <translation>它四项俱全，但都是位置的，表外的位置则没有。</translation>
  </message>
  <message>
   <source>It has all four terms, but of distances in a table, beyond which all are the same.</source>
   <translation>它四项俱全，但都是表中的距离，表外的都相同。</translation>
  </message>
  <message>
   <source>It lacks (b), (c) and (d).</source>
   <translation>它缺少 (b)、(c) 和 (d)。</translation>
  </message>
  <message>
   <source>It has all four terms, but of places that recur: tokens of memory and segment share their vectors.</source>
   <translation>它四项俱全，但位置会重复：记忆和片段的词元共用向量。</translation>
  </message>
  <message>
   <source>It has no terms of its own: content and distance are one, and it lacks (c) and (d).</source>
   <translation>它没有单独的项：内容与距离合为一体，并缺少 (c) 和 (d)。</translation>
  </message>
  <message>
   <source>It lacks (c) and (d), and cannot tell distances beyond its clip apart.</source>
   <translation>它缺少 (c) 和 (d)，也分辨不出截断距离以外的距离。</translation>
  </message>
  <message>
   <source>It lacks (b) and (c); its (d) is a learned number in place of a vector.</source>
   <translation>它缺少 (b) 和 (c)；它的 (d) 是学得的数而不是向量。</translation>
  </message>
  <message>
   <source>It has all four terms, of distances; those beyond training are defined and were never seen.</source>
   <translation>它四项俱全，都是距离的；训练范围之外的有定义而从未见过。</translation>
  </message>
  <message>
   <source>It has all four terms, and a fifth where there are token types.</source>
   <translation>它四项俱全，有词元类型时还有第五项。</translation>
  </message>
  <message>
   <source>{0} or {1}</source>
   <translation>{0} 或 {1}</translation>
  </message>
  <message>
   <source>{0}, {1}</source>
   <translation>{0}、{1}</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>the text</source>
   <translation>文本</translation>
  </message>
  <message>
   <source>layer</source>
   <translation>层</translation>
  </message>
  <message>
   <source>head</source>
   <translation>头</translation>
  </message>
  <message>
   <source>there is a file in its way</source>
   <translation>同名的位置上已有文件</translation>
  </message>
  <message>
   <source>{0:.2f} inside 0 to 511, {1:.2f} beyond</source>
   <translation>0 到 511 之内 {0:.2f}，之外 {1:.2f}</translation>
  </message>
  <message>
   <source>{0:.3f} at M = 0, {1:.3f} at M = 16, {2:.3f} at M = 64, {3:.3f} at M = 128, {4:.3f} at M = 512</source>
   <translation>M = 0 时 {0:.3f}，M = 16 时 {1:.3f}，M = 64 时 {2:.3f}，M = 128 时 {3:.3f}，M = 512 时 {4:.3f}</translation>
  </message>
  <message>
   <source>{0:.3f} at M = 64, {1:.3f} at M = 128, {2:.3f} at M = 256, {3:.3f} at M = 512</source>
   <translation>M = 64 时 {0:.3f}，M = 128 时 {1:.3f}，M = 256 时 {2:.3f}，M = 512 时 {3:.3f}</translation>
  </message>
  <message>
   <source>{0:.3f} inside 0 to 511, {1:.3f} beyond</source>
   <translation>0 到 511 之内 {0:.3f}，之外 {1:.3f}</translation>
  </message>
  <message>
   <source>{0:.3f} at M = 0, {1:.3f} at M = 64, {2:.3f} at M = 128, {3:.3f} at M = 256</source>
   <translation>M = 0 时 {0:.3f}，M = 64 时 {1:.3f}，M = 128 时 {2:.3f}，M = 256 时 {3:.3f}</translation>
  </message>
  <message>
   <source>{0:.3f} at M = 64, {1:.3f} at M = 128, {2:.3f} at M = 256, {3:.3f} at M = 512; {4:.3f} inside 0 to 511, {5:.3f} beyond</source>
   <translation>M = 64 时 {0:.3f}，M = 128 时 {1:.3f}，M = 256 时 {2:.3f}，M = 512 时 {3:.3f}；0 到 511 之内 {4:.3f}，之外 {5:.3f}</translation>
  </message>
  <message>
   <source>one token's loss differs by at most {0:.6f} {unit}</source>
   <translation>单个词元的损失最多相差 {0:.6f} {unit}</translation>
  </message>
  <message>
   <source>one token's loss differs by up to {0:.2f} {unit}; {1:.2f} in segments, {2:.2f} as one</source>
   <translation>单个词元的损失相差可达 {0:.2f} {unit}；分片段 {1:.2f}，作为一个片段 {2:.2f}</translation>
  </message>
 </context>
 <context>
  <name>ShadingBar</name>
  <message>
   <source>Shade the text by</source>
   <translation>文本着色依据</translation>
  </message>
  <message>
   <source>What the tokens of the text are shaded by</source>
   <translation>文本的词元按什么着色</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>无</translation>
  </message>
  <message>
   <source>attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>most attended memory</source>
   <translation>最受注意的记忆</translation>
  </message>
  <message>
   <source>loss</source>
   <translation>损失</translation>
  </message>
  <message>
   <source>what memory gained</source>
   <translation>记忆的收益</translation>
  </message>
  <message>
   <source>Shade by</source>
   <translation>着色</translation>
  </message>
  <message>
   <source>attention of the query “{0}”, as a share; √ colours</source>
   <translation>查询“{0}”的注意力，占比；√ 配色</translation>
  </message>
  <message>
   <source>loss of each token, in {0}</source>
   <translation>每个词元的损失，单位{0}</translation>
  </message>
  <message>
   <source>loss without memory − loss with it, in {0}</source>
   <translation>无记忆损失 − 有记忆损失，单位{0}</translation>
  </message>
  <message>
   <source>the 20% of memory tokens with the most attention, the mean over the queries; √ colours</source>
   <translation>注意力最高的 20% 记忆词元，各查询的均值；√ 配色</translation>
  </message>
  <message>
   <source>the 20% of memory tokens with the most attention of the query “{0}”; √ colours</source>
   <translation>查询“{0}”注意力最高的 20% 记忆词元；√ 配色</translation>
  </message>
  <message>
   <source>Select a query: click a token of the segment.</source>
   <translation>请选择查询：单击片段中的词元。</translation>
  </message>
  <message>
   <source>This model predicts no next token here.</source>
   <translation>此模型在这里不预测下一个词元。</translation>
  </message>
  <message>
   <source>Computing the losses…</source>
   <translation>正在计算损失…</translation>
  </message>
 </context>
 <context>
  <name>ShortcutSheet</name>
  <message>
   <source>Keyboard and mouse</source>
   <translation>键盘与鼠标</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Shortcuts and gestures</source>
   <translation>快捷键与操作</translation>
  </message>
 </context>
 <context>
  <name>SideBySide</name>
  <message>
   <source>Heatmaps of the position schemes</source>
   <translation>各位置方案的热图</translation>
  </message>
  <message>
   <source>Numbers of the cell</source>
   <translation>单元格的数值</translation>
  </message>
  <message>
   <source>Position scheme</source>
   <translation>位置方案</translation>
  </message>
  <message>
   <source>What is missing</source>
   <translation>缺少什么</translation>
  </message>
  <message>
   <source>Point at a cell to read it off in every scheme; click to keep it.</source>
   <translation>指向单元格可在各方案中读出数值；单击可固定。</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>query</source>
   <translation>查询</translation>
  </message>
  <message>
   <source>key</source>
   <translation>键</translation>
  </message>
  <message>
   <source>This query may not see that key.</source>
   <translation>此查询看不到该键。</translation>
  </message>
  <message>
   <source>score → attention:</source>
   <translation>分数 → 注意力：</translation>
  </message>
  <message>
   <source>itself</source>
   <translation>自身</translation>
  </message>
  <message>
   <source>{0} back</source>
   <translation>前 {0}</translation>
  </message>
 </context>
 <context>
  <name>StartEntries</name>
  <message>
   <source>Read from the &amp;beginning</source>
   <translation>从开头读(&amp;B)</translation>
  </message>
 </context>
 <context>
  <name>StatusLine</name>
  <message>
   <source>Loading the model…</source>
   <translation>正在加载模型…</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>largest |{0} − score|  {1}</source>
   <translation>最大 |{0} − 分数|  {1}</translation>
  </message>
  <message>
   <source>{0} on {1}</source>
   <translation>{0}，运行于 {1}</translation>
  </message>
  <message>
   <source>segment {0} of 0–{1}</source>
   <translation>片段 {0}（编号 0–{1}）</translation>
  </message>
  <message>
   <source>tokens {0}–{1}</source>
   <translation>词元 {0}–{1}</translation>
  </message>
  <message>
   <source>memory {0} of {1}</source>
   <translation>记忆 {0}/{1}</translation>
  </message>
  <message>
   <source>{0}, by the text, on {1}</source>
   <translation>{0}（按文本选择），运行于 {1}</translation>
  </message>
  <message>
   <source>read from token {0}</source>
   <translation>从词元 {0} 起读</translation>
  </message>
  <message>
   <source>memory began as zero vectors</source>
   <translation>记忆以零向量开始</translation>
  </message>
  <message>
   <source>{0} of the words unknown</source>
   <translation>{0} 的词未知</translation>
  </message>
  <message>
   <source>trained on: {0}</source>
   <translation>训练语料：{0}</translation>
  </message>
  <message>
   <source>Trained on: {0}</source>
   <translation>训练语料：{0}</translation>
  </message>
  <message>
   <source>What it was trained on is not known: it has no card that says so.</source>
   <translation>不知道它用什么语料训练：没有注明语料的模型卡。</translation>
  </message>
  <message>
   <source>loss {0:.2f} {1}, {2:.2f} without memory</source>
   <translation>损失 {0:.2f} {1}，无记忆 {2:.2f}</translation>
  </message>
 </context>
 <context>
  <name>TermChip</name>
  <message>
   <source>off</source>
   <translation>关</translation>
  </message>
  <message>
   <source>gain {0:g}</source>
   <translation>增益 {0:g}</translation>
  </message>
  <message>
   <source>Term {0}, {1}: {2}</source>
   <translation>项 {0}，{1}：{2}</translation>
  </message>
  <message>
   <source>({0}) {1}, {2}: {3}. Click or Space switches it off and on; the wheel or the left and right keys change its gain, 0 to 2.</source>
   <translation>({0}) {1}，{2}：{3}。单击或按空格键可关闭或打开；滚轮或左右键改变增益，0 到 2。</translation>
  </message>
 </context>
 <context>
  <name>TermControls</name>
  <message>
   <source>each its own</source>
   <translation>各自</translation>
  </message>
  <message>
   <source>shared by terms</source>
   <translation>各项共用</translation>
  </message>
  <message>
   <source>locked</source>
   <translation>锁定</translation>
  </message>
  <message>
   <source>raw</source>
   <translation>原值</translation>
  </message>
  <message>
   <source>centred per row</source>
   <translation>逐行去均值</translation>
  </message>
  <message>
   <source>softmax alone</source>
   <translation>各项单独 softmax</translation>
  </message>
  <message>
   <source>√ colours</source>
   <translation>√ 配色</translation>
  </message>
  <message>
   <source>linear</source>
   <translation>线性</translation>
  </message>
  <message>
   <source>logarithmic</source>
   <translation>对数</translation>
  </message>
  <message>
   <source>all keys</source>
   <translation>所有键</translation>
  </message>
  <message>
   <source>Scale of the maps: which number has which colour</source>
   <translation>图的色标：哪个数值用哪种颜色</translation>
  </message>
  <message>
   <source>What is shown of each term</source>
   <translation>各项显示什么</translation>
  </message>
  <message>
   <source>Colours of the attention</source>
   <translation>注意力的配色</translation>
  </message>
  <message>
   <source>Dim all keys but the fewest that hold this much of each row</source>
   <translation>每行只突出合计达到此比例的最少几个键，其余变暗</translation>
  </message>
  <message>
   <source>Show hidden keys</source>
   <translation>显示隐藏的键</translation>
  </message>
  <message>
   <source>Scale</source>
   <translation>色标</translation>
  </message>
  <message>
   <source>Terms</source>
   <translation>分项</translation>
  </message>
  <message>
   <source>Attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <source>Keep</source>
   <translation>保留</translation>
  </message>
  <message>
   <source>Scales kept across segments, only widened.</source>
   <translation>色标跨片段保持，只会放宽。</translation>
  </message>
  <message>
   <source>Each row less its mean.</source>
   <translation>每行减去其均值。</translation>
  </message>
  <message>
   <source>Each term as if it were alone.</source>
   <translation>各项如同单独存在。</translation>
  </message>
  <message>
   <source>Dimmed: all but the fewest keys with {0} of a row.</source>
   <translation>变暗：每行中合计占 {0} 的最少几个键以外的键。</translation>
  </message>
  <message>
   <source>Hidden, the others renormalised: {0}.</source>
   <translation>已隐藏，其余重新归一化：{0}。</translation>
  </message>
  <message>
   <source>token {0}</source>
   <translation>词元 {0}</translation>
  </message>
  <message>
   <source>{0} more</source>
   <translation>另外 {0} 个</translation>
  </message>
 </context>
 <context>
  <name>TextDock</name>
  <message>
   <source>Paste or type a text, or drop a file here.</source>
   <translation>在此粘贴或输入文本，或拖入文件。</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <source>A long text: the part around the segment is shown.</source>
   <translation>文本较长：只显示片段附近的部分。</translation>
  </message>
  <message>
   <source>Token boundaries</source>
   <translation>词元边界</translation>
  </message>
  <message>
   <source>Mark where each token of the text begins</source>
   <translation>标出文本中每个词元的开头</translation>
  </message>
  <message>
   <source>forgotten</source>
   <translation>已遗忘</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>not read</source>
   <translation>不读</translation>
  </message>
  <message>
   <source>Start &amp;reading at “{0}”, with an empty memory</source>
   <translation>从“{0}”开始读，记忆为空(&amp;R)</translation>
  </message>
 </context>
 <context>
  <name>TextEdit</name>
  <message>
   <source>&amp;Paste in place of this text</source>
   <translation>粘贴并替换此文本(&amp;P)</translation>
  </message>
 </context>
 <context>
  <name>Timeline</name>
  <message>
   <source>Segments of the text</source>
   <translation>文本的片段</translation>
  </message>
  <message>
   <source>forgotten</source>
   <translation>已遗忘</translation>
  </message>
  <message>
   <source>in memory</source>
   <translation>在记忆中</translation>
  </message>
  <message>
   <source>current</source>
   <translation>当前</translation>
  </message>
  <message>
   <source>to come</source>
   <translation>未读</translation>
  </message>
  <message>
   <source>Segment {0}: {1}</source>
   <translation>片段 {0}：{1}</translation>
  </message>
  <message>
   <source>Segment {0}: {1}, {2} of the attention of the query “{3}”</source>
   <translation>片段 {0}：{1}，占查询“{3}”注意力的 {2}</translation>
  </message>
  <message>
   <source>not read</source>
   <translation>不读</translation>
  </message>
  <message>
   <source>Not read: reading begins at token {0}.</source>
   <translation>不读：从词元 {0} 开始读。</translation>
  </message>
  <message>
   <source>Click or drag to go to a segment; arrow keys step, Home and End go to the ends.</source>
   <translation>单击或拖动可转到片段；方向键逐段移动，Home 和 End 转到两端。</translation>
  </message>
  <message>
   <source>&amp;Start reading at segment {0}, with an empty memory</source>
   <translation>从片段 {0} 开始读，记忆为空(&amp;S)</translation>
  </message>
 </context>
 <context>
  <name>Toolbar</name>
  <message>
   <source>Toolbar</source>
   <translation>工具栏</translation>
  </message>
  <message>
   <source>by the text</source>
   <translation>按文本选择</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>The model that fits the text</source>
   <translation>适合该文本的模型</translation>
  </message>
  <message>
   <source>on</source>
   <translation>运行于</translation>
  </message>
  <message>
   <source>Device</source>
   <translation>设备</translation>
  </message>
  <message>
   <source>What the model runs on</source>
   <translation>模型运行的设备</translation>
  </message>
  <message>
   <source>Segments of</source>
   <translation>片段长</translation>
  </message>
  <message>
   <source>Segment length</source>
   <translation>片段长度</translation>
  </message>
  <message>
   <source>Segment length T, in tokens</source>
   <translation>片段长度 T，以词元计</translation>
  </message>
  <message>
   <source>memory of</source>
   <translation>记忆长</translation>
  </message>
  <message>
   <source>Memory length</source>
   <translation>记忆长度</translation>
  </message>
  <message>
   <source>Memory length M: how many tokens the memory can hold</source>
   <translation>记忆长度 M：记忆最多能容纳多少词元</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>后退</translation>
  </message>
  <message>
   <source>Segment</source>
   <translation>片段</translation>
  </message>
  <message>
   <source>Number of the segment shown, from 0</source>
   <translation>当前片段的编号，从 0 起</translation>
  </message>
  <message>
   <source>Layer</source>
   <translation>层</translation>
  </message>
  <message>
   <source>Head</source>
   <translation>头</translation>
  </message>
  <message>
   <source>mean</source>
   <translation>均值</translation>
  </message>
  <message>
   <source>of 0–{0}</source>
   <translation>（0–{0}）</translation>
  </message>
 </context>
 <context>
  <name>TrainedBands</name>
  <message>
   <source>Trained ranges</source>
   <translation>训练过的范围</translation>
  </message>
  <message>
   <source>trained to {0}</source>
   <translation>训练到 {0}</translation>
  </message>
  <message>
   <source>nothing to train</source>
   <translation>无需训练</translation>
  </message>
  <message>
   <source>never trained, or not known where</source>
   <translation>从未训练，或范围未知</translation>
  </message>
  <message>
   <source>distances</source>
   <translation>距离</translation>
  </message>
  <message>
   <source>positions</source>
   <translation>位置</translation>
  </message>
  <message>
   <source>trained at {0} 0–{1}, never beyond</source>
   <translation>在{0} 0–{1} 上训练过，更远则从未训练</translation>
  </message>
 </context>
 <context>
  <name>Units</name>
  <message>
   <source>bits</source>
   <translation>比特</translation>
  </message>
  <message>
   <source>nats</source>
   <translation>奈特</translation>
  </message>
 </context>
 <context>
  <name>ViewCommands</name>
  <message>
   <source>No key is selected: click a cell of its column first.</source>
   <translation>没有选中键：请先单击其所在列的单元格。</translation>
  </message>
 </context>
 <context>
  <name>Waterfall</name>
  <message>
   <source>Parts of the score</source>
   <translation>分数的组成</translation>
  </message>
 </context>
 <context>
  <name>Windows</name>
  <message>
   <source>There is no closed window that could be opened again.</source>
   <translation>没有可以重新打开的已关闭窗口。</translation>
  </message>
 </context>
 <context>
  <name>Words</name>
  <message>
   <source>content</source>
   <translation>内容</translation>
  </message>
  <message>
   <source>position</source>
   <translation>位置</translation>
  </message>
  <message>
   <source>content bias</source>
   <translation>内容偏置</translation>
  </message>
  <message>
   <source>position bias</source>
   <translation>位置偏置</translation>
  </message>
  <message>
   <source>content position</source>
   <translation>内容-位置</translation>
  </message>
  <message>
   <source>position content</source>
   <translation>位置-内容</translation>
  </message>
  <message>
   <source>position position</source>
   <translation>位置-位置</translation>
  </message>
  <message>
   <source>token type</source>
   <translation>词元类型</translation>
  </message>
  <message>
   <source>rotary</source>
   <translation>旋转</translation>
  </message>
  <message>
   <source>mean over heads</source>
   <translation>各头平均</translation>
  </message>
  <message>
   <source>head {0}</source>
   <translation>头 {0}</translation>
  </message>
  <message>
   <source>layer {0}, {1}</source>
   <translation>第 {0} 层，{1}</translation>
  </message>
  <message>
   <source>segment {0} of 0–{1}</source>
   <translation>片段 {0}（编号 0–{1}）</translation>
  </message>
  <message>
   <source>({0}) × {1:g}</source>
   <translation>({0}) × {1:g}</translation>
  </message>
  <message>
   <source>({0}) off</source>
   <translation>({0}) 关闭</translation>
  </message>
  <message>
   <source>from the start of the text, {0}</source>
   <translation>从文本开头起，{0}</translation>
  </message>
  <message>
   <source>on this segment, over its true memory, {0}</source>
   <translation>仅本片段，记忆不变，{0}</translation>
  </message>
  <message>
   <source>, </source>
   <translation>，</translation>
  </message>
  <message>
   <source>{0} and {1}</source>
   <translation>{0} 和 {1}</translation>
  </message>
  <message>
   <source>{0} {1}</source>
   <translation>{0}{1}</translation>
  </message>
 </context>
 <context>
  <name>WorkedExampleView</name>
  <message>
   <source>Distance, tokens back</source>
   <translation>距离，向前的词元数</translation>
  </message>
  <message>
   <source>d_model</source>
   <translation>d_model</translation>
  </message>
  <message>
   <source>interleaved</source>
   <translation>交错</translation>
  </message>
  <message>
   <source>halves</source>
   <translation>对半</translation>
  </message>
  <message>
   <source>Layout</source>
   <translation>排列</translation>
  </message>
  <message>
   <source>j − i, the article's</source>
   <translation>j − i，文章的写法</translation>
  </message>
  <message>
   <source>i − j, the code's</source>
   <translation>i − j，代码的写法</translation>
  </message>
  <message>
   <source>Sign</source>
   <translation>符号</translation>
  </message>
  <message>
   <source>dimension</source>
   <translation>维度</translation>
  </message>
  <message>
   <source>formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <source>value</source>
   <translation>数值</translation>
  </message>
  <message>
   <source>Dimensions of R</source>
   <translation>R 的各维</translation>
  </message>
  <message>
   <source>R as a vector</source>
   <translation>R 向量</translation>
  </message>
  <message>
   <source>What is shown</source>
   <translation>所示内容</translation>
  </message>
  <message>
   <source>&amp;tokens back</source>
   <translation>向前词元数(&amp;T)</translation>
  </message>
  <message>
   <source>d_&amp;model</source>
   <translation>d_model(&amp;M)</translation>
  </message>
  <message>
   <source>&amp;layout</source>
   <translation>排列(&amp;L)</translation>
  </message>
  <message>
   <source>&amp;sign</source>
   <translation>符号(&amp;S)</translation>
  </message>
 </context>
</TS>
