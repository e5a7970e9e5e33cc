import{asideText,baseText,byCpuNote,capital,centreOf,changeText,count,failingFirst,figureOf,formatValue,groupBy,headText,historyOf,iconsOf,isBudget,isFailing,isPaired,isServerRow,judgedOf,limitText,measured,metric,metricIds,metricLabel,minute,passesByCpu,percent,plural,reasonText,roundsNeededText,rowName,serverRow,shortCommit,signOf,signed,sizeText,stateSign,states,tellingLine,unitOfAll,viewOf,withoutRepeats,worstFirst}from"./core.js";import{armsOf,around,clean,headline,headlineSign,historiesOf,historyChart,isStudied,latencyCharts,lineChart,namesOf,newsBlocks,oneLine,runOf,samplesOf,sectionsOf,sentenceOf,shiftText,sweepCharts,toneOf as toneOf$1,toolLines,whose}from"./report.js";function html(strings,...parts){return asHtml(strings.map((string,index)=>string+written$1(parts[index])).join(``))}function asHtml(markup){return{markup}}function written$1(part){return part===void 0?``:typeof part==`string`||typeof part==`number`?escapeHtml(String(part)):`markup`in part?part.markup:part.map(written$1).join(``)}const references={"&":`&amp;`,"<":`&lt;`,">":`&gt;`,'"':`&quot;`,"'":`&#39;`};function escapeHtml(text){return text.replace(/[&<>"']/g,character=>references[character]??``)}function _taggedTemplateLiteral(e,t){return t||=e.slice(0),Object.freeze(Object.defineProperties(e,{raw:{value:Object.freeze(t)}}))}var _templateObject$1;function foreign(text,max){return html`<bdi>${clean(text,max)||`–`}</bdi>`}function dataElement(id,data){let json=JSON.stringify(data).replace(/[<>&\u2028\u2029]/g,character=>`\\u${character.charCodeAt(0).toString(16).padStart(4,`0`)}`);return html(_templateObject$1||=_taggedTemplateLiteral([`<script type="application/json" id="`,`">`,`<\/script>`]),id,asHtml(json))}function textHtml(text){return text.map(inlineHtml)}function inlineHtml(part){if(typeof part==`string`)return coded(part,withIcons);if(`strong`in part)return html`<strong>${oneLine(part.strong)}</strong>`;if(`name`in part)return html`<code>${foreign(part.name,80)}</code>`;if(`prose`in part)return proseHtml(part.prose);let label=oneLine(part.link);return/^https?:\/\/[^\s()<>[\]"]+$/.test(part.url)?html`<a href="${part.url}" rel="noopener noreferrer">${label}</a>`:html`${label}`}function proseHtml(text){return html`<bdi>${coded(clean(text,500)||`–`,words=>html`${words}`)}</bdi>`}function coded(text,written){return html`${text.split(/`([^`]+)`/).map((part,index)=>index%2==0?written(part):html`<code>${oneLine(part)}</code>`)}`}const shapes={bad:`M4 4l8 8M12 4l-8 8`,good:`M3 8.500l3.500 3.500L13 4.500`,unsure:`M8 2v7M8 12v1.500`},toneOf=new Map([`bad`,`good`,`unsure`].flatMap(tone=>iconsOf(tone).map(icon=>[icon,tone])));for(let icon of[`☑️`,`📏`,`⏭️`])toneOf.set(icon,`good`);const signs=RegExp(`(${[...toneOf.keys()].join(`|`)})[ \\u00a0]?`,`u`),iconShapes=html`<svg width="0" height="0" aria-hidden="true" focusable="false">${Object.entries(shapes).map(([tone,path])=>html`<symbol id="icon-${tone}" viewBox="0 0 16 16"><path d="${path}"/></symbol>`)}</svg>`;function withIcons(text){return html`${oneLine(text).split(signs).map(part=>{let tone=toneOf.get(part);return tone===void 0?part:html`<svg class="icon tone-${tone}" aria-hidden="true"><use href="#icon-${tone}"/></svg> `})}`}function blocksHtml({blocks,title},charts){return[figures(blocks.flatMap(block=>block.kind===`chart`?[charts.figure(block)]:[])),...blocks.map(block=>blockHtml(block,title))]}function blockHtml(block,title){switch(block.kind){case`paragraph`:return html`<p>${textHtml(block.text)}</p>`;case`alert`:return html`<p class="alert">${textHtml(block.text)}</p>`;case`list`:return html`<ul>${block.items.map(item=>html`<li>${textHtml(item)}</li>`)}</ul>`;case`command`:case`output`:return commandHtml(block.text);case`table`:return tableHtml(block,title);case`chart`:case`bars`:return html``}}function commandHtml(text){return html`<pre tabindex="0"><code>${text.split(/\r\n|\r|\n/).map(line=>clean(line,2e3)).join(`
`)}</code></pre>`}function tableHtml({labels,align,rows},title){return scrollableTable(title,{head:labels.map((label,place)=>html`<th scope="col" class="${align[place]}">${oneLine(label)}</th>`),body:rows.map(row=>html`<tr>${row.map((cell,place)=>html`<td class="${align[place]}">${textHtml(cell)}</td>`)}</tr>\n`)})}function scrollableTable(label,{head,body}){return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}">${html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`}</div>`}var Charts=class{pictures=[];figure(chart){let index=this.pictures.push(written(chart.picture))-1;return html`<figure class="chart">
<figcaption><strong>${textHtml(titleOf(chart))}</strong>${chart.notes.map(note=>html`<span class="note">${textHtml(note)}.</span>`)}</figcaption>
${legend(chart.picture.series)}
<div class="plot" data-chart="${index}" tabindex="0" role="group" aria-roledescription="chart" aria-label="${chart.alt} Arrow keys read the points."></div>
<output class="readout"></output>
</figure>`}};function figures(all){return all.length===0?html``:html`<div class="charts">${all}</div>`}function titleOf({quantity,of}){return of===void 0?[quantity]:[quantity,` of `,of]}function written(picture){let[low,high]=picture.y,short=value=>value===null?null:fourDigits(value),series=picture.series.map(one=>({...one,values:one.values.map(short)}));return{...picture,y:[fourDigits(low),fourDigits(high)],series}}function fourDigits(value){return Number(value.toPrecision(4))}function legend(series){let shown=series.filter(({shape})=>shape!==`edge`),band=series.find(({shape})=>shape===`edge`);return html`<ul class="legend">${shown.map(({label,colour})=>html`<li><span class="swatch ${colour}"></span>${label}</li>`)}${band?html`<li><span class="swatch band"></span>interval</li>`:void 0}</ul>`}var _templateObject;function pageHtml({title,header,sections,footer,charts}){return html(_templateObject||=_taggedTemplateLiteral([`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="`,`">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>`,`</title>
<link rel="icon" href="`,`">
<style>`,`</style>
</head>
<body>
`,`
<a class="skip" href="#content">Skip to the content</a>
<header>
`,`
<nav aria-label="On this page"><ul>`,`</ul></nav>
</header>
<main id="content" tabindex="-1">
<noscript><p class="alert">The charts, the filter and the sorting need JavaScript; the tables hold the figures too.</p></noscript>
`,`
</main>
<footer>`,`</footer>
`,`
<script>`,`<\/script>
</body>
</html>
`]),`default-src 'none'; script-src 'sha256-Qfnw3tDZuGHIh8p0aO4Z6LNf2jbLOhu6mkNfQHqRrIM='; style-src 'sha256-BdZ4dQFu1uj0Lrrgnk5jSJjUy5Bv/grVO/jenIO2LxU='; img-src data:; base-uri 'none'; form-action 'none'`,title,`data:image/svg+xml,%3Csvg%20xmlns%3D'http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg'%20viewBox%3D'0%200%2016%2016'%3E%3Cpath%20d%3D'M2%2014V9h3v5zm4.500%200V5h3v9z'%20fill%3D'%231f77b4'%2F%3E%3Cpath%20d%3D'M11%2014V2h3v12z'%20fill%3D'%23d95f02'%2F%3E%3C%2Fsvg%3E`,asHtml(`.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f8fa, #0d1117);
  --surface: light-dark(#ffffff, #161b22);
  --line: light-dark(#d1d9e0, #30363d);
  --grid: light-dark(#e4e8ec, #2a3038);
  --text: light-dark(#1f2328, #e6edf3);
  --quiet: light-dark(#59636e, #9aa4af);
  --link: light-dark(#0a5bc4, #6cb0ff);
  --good: light-dark(#176f2c, #56d364);
  --unsure: light-dark(#7d5600, #e3b341);
  --bad: light-dark(#b3151f, #ff8078);
  --good-wash: light-dark(#e9f7ec, #12261a);
  --unsure-wash: light-dark(#fff6dc, #2a2210);
  --bad-wash: light-dark(#ffeeed, #301718);
  --base: light-dark(#1f77b4, #6bb1e8);
  --head: light-dark(#d95f02, #ffa14d);
  --third: light-dark(#2a8a2a, #6fcf6f);
  --fourth: light-dark(#c02a2b, #f28b82);
  --fifth: light-dark(#8250b0, #c9a6f0);
  --sixth: light-dark(#8c564b, #c9a08f);
  --level: light-dark(#6b4fa0, #b9a3e8);
}

* {
  box-sizing: border-box;
}
body {
  margin: 0 auto;
  max-width: 1320px;
  padding: 16px 24px 48px;
  background: var(--page);
  color: var(--text);
  font:
    15px / 1.5 system-ui,
    -apple-system,
    "Segoe UI",
    sans-serif;
}
a {
  color: var(--link);
}
h1 {
  margin: 0 0 12px;
  font-size: 26px;
  line-height: 1.25;
}
h2 {
  margin: 0 0 12px;
  font-size: 19px;
  line-height: 1.3;
}
h3 {
  margin: 20px 0 8px;
  font-size: 16px;
  line-height: 1.3;
}
p,
ul {
  margin: 0 0 10px;
}
code,
pre {
  font:
    0.92em / 1.5 ui-monospace,
    SFMono-Regular,
    Menlo,
    Consolas,
    monospace;
}
code,
li {
  overflow-wrap: anywhere;
}
pre {
  margin: 0;
  padding: 12px 16px;
  overflow: auto;
  background: var(--page);
  border: 1px solid var(--line);
  border-radius: 6px;
}
:focus-visible {
  outline: 3px solid var(--link);
  outline-offset: 2px;
  border-radius: 4px;
}
main:focus {
  outline: none;
}
.quiet,
.note {
  color: var(--quiet);
}

.skip {
  position: absolute;
  left: 16px;
  top: -60px;
  padding: 8px 14px;
  background: var(--surface);
  border-radius: 6px;
  z-index: 1;
}
.skip:focus {
  top: 12px;
}
button,
select,
input {
  padding: 5px 10px;
  border: 1px solid light-dark(#818b98, #6e7681);
  border-radius: 6px;
  background: var(--surface);
  color: var(--text);
  font: inherit;
}
button {
  cursor: pointer;
}

.verdict {
  clear: both;
  margin: 0 0 14px;
  padding: 14px 18px;
  border: 1px solid;
  border-left-width: 6px;
  border-radius: 8px;
}
.verdict p,
.tools p {
  margin: 0;
}
.verdict .status {
  font-size: 19px;
  font-weight: 650;
}
.verdict .sentence {
  color: var(--text);
  overflow-wrap: anywhere;
}
.verdict.good,
.tally .good {
  background: var(--good-wash);
  color: var(--good);
}
.verdict.unsure,
.tally .unsure {
  background: var(--unsure-wash);
  color: var(--unsure);
}
.verdict.bad,
.tally .bad {
  background: var(--bad-wash);
  color: var(--bad);
}
.tone-good {
  color: var(--good);
}
.tone-unsure {
  color: var(--unsure);
}
.tone-bad {
  color: var(--bad);
  font-weight: 600;
}
.alert {
  padding: 10px 14px;
  border-left: 4px solid var(--unsure);
  background: var(--unsure-wash);
}
.tally,
.legend,
nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 14px;
  margin: 0 0 14px;
  padding: 0;
  list-style: none;
}
.tally li {
  padding: 2px 12px;
  border: 1px solid;
  border-radius: 999px;
}
nav {
  margin-bottom: 18px;
}

section {
  margin: 0 0 18px;
  padding: 18px 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  scroll-margin-top: 12px;
}
section > :last-child {
  margin-bottom: 0;
}
summary {
  cursor: pointer;
}
summary h2,
summary h3 {
  display: inline;
}
details[open] > summary {
  margin-bottom: 12px;
}
details.row {
  padding: 8px 0;
  border-top: 1px solid var(--line);
}
details.row:first-of-type {
  border-top: 0;
  padding-top: 0;
}

.scroll {
  overflow-x: auto;
  margin: 0 0 14px;
}
table {
  border-collapse: collapse;
  font-size: 14px;
  font-variant-numeric: tabular-nums;
}
th,
td {
  padding: 5px 8px;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
thead th {
  border-bottom-width: 2px;
  white-space: nowrap;
  vertical-align: bottom;
}
tbody tr:hover {
  background: var(--page);
}
.right {
  text-align: right;
  white-space: nowrap;
}
th button {
  margin: -4px -8px;
  padding: 4px 8px;
  border-color: transparent;
  background: none;
  font-weight: 600;
}
th button::after {
  content: "↕";
  margin-left: 4px;
  color: var(--quiet);
}
th[aria-sort="ascending"] button::after {
  content: "↑";
  color: var(--text);
}
th[aria-sort="descending"] button::after {
  content: "↓";
  color: var(--text);
}
.tools {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 18px;
  margin-bottom: 10px;
}
[data-sortable] td {
  white-space: nowrap;
}
[data-sortable] td:first-child {
  min-width: 8em;
  white-space: normal;
}
td.left:last-child:not(:first-child):not(:empty) {
  min-width: 14em;
}
td small {
  display: block;
  min-width: 13em;
  max-width: 24em;
  white-space: normal;
}

.charts {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 480px), 1fr));
  gap: 20px 28px;
  margin-bottom: 16px;
}
.chart {
  display: flex;
  flex-direction: column;
  min-width: 0;
  margin: 0;
}
figcaption {
  margin-bottom: 6px;
}
figcaption .note {
  display: block;
  font-size: 13px;
}
.legend {
  gap: 4px 14px;
  margin: 0 0 4px;
  font-size: 13px;
}
.swatch {
  display: inline-block;
  width: 14px;
  height: 4px;
  margin: 0 6px 3px 0;
  border-radius: 2px;
}
.swatch.base {
  background: var(--base);
}
.swatch.head {
  background: var(--head);
}
.swatch.third {
  background: var(--third);
}
.swatch.fourth {
  background: var(--fourth);
}
.swatch.fifth {
  background: var(--fifth);
}
.swatch.sixth {
  background: var(--sixth);
}
.swatch.level {
  background: var(--level);
}
.swatch.band {
  height: 10px;
  margin-bottom: -1px;
  background: var(--head);
  opacity: 0.35;
}
.plot {
  height: 240px;
  margin-top: auto;
}
.plot .u-cursor-x {
  border-right-color: var(--quiet);
}
.readout {
  display: block;
  min-height: 20px;
  color: var(--quiet);
  font-size: 13px;
  line-height: 20px;
  font-variant-numeric: tabular-nums;
}
footer {
  color: var(--quiet);
  font-size: 13px;
}

.icon {
  width: 1em;
  height: 1em;
  vertical-align: -0.12em;
  fill: none;
  stroke: currentColor;
  stroke-width: 2.5;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.sparkline {
  display: block;
  fill: none;
  stroke: var(--head);
  stroke-width: 1.5;
}
.forest {
  margin: 0 0 20px;
}
.forest ul {
  margin: 8px 0 0;
  padding: 0;
  list-style: none;
}
.forest li {
  display: grid;
  grid-template-columns: minmax(90px, 22%) 1fr minmax(200px, 22%);
  gap: 12px;
  align-items: center;
  min-height: 26px;
}
.forest .name {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.forest .change {
  text-align: right;
  font-variant-numeric: tabular-nums;
}
.forest svg {
  width: 100%;
  height: 20px;
}
.forest path {
  fill: none;
  vector-effect: non-scaling-stroke;
  stroke: currentColor;
}
.forest path.axis {
  stroke: var(--quiet);
}
.forest path.limit {
  stroke: var(--bad);
  stroke-dasharray: 3 3;
}
.forest path.span {
  stroke-width: 3;
}
.forest path.estimate {
  stroke-width: 4;
}
.forest .ticks {
  display: flex;
  justify-content: space-between;
  color: var(--quiet);
  font-size: 13px;
}

@media (max-width: 640px) {
  /* Names may break anywhere: where a table scrolls, a column of them keeps room for a word. */
  td.left {
    min-width: 8em;
  }
  .scroll th,
  .scroll td {
    padding: 5px;
    white-space: normal;
  }
  /* The first column stays in view while a table scrolls. */
  .scroll th:first-child,
  .scroll td:first-child {
    position: sticky;
    left: 0;
    background: var(--surface);
  }
  .forest li {
    grid-template-columns: 1fr;
    gap: 0;
    margin-bottom: 8px;
  }
  .forest .change {
    text-align: left;
  }
  .cards table,
  .cards tbody,
  .cards tr,
  .cards td {
    display: block;
    width: auto;
    min-width: 0;
  }
  .cards thead {
    display: none;
  }
  .cards tr[hidden],
  .cards td:empty {
    display: none;
  }
  .cards tr {
    padding: 8px 12px;
    border-bottom: 1px solid var(--line);
  }
  .cards td,
  .cards td:first-child {
    position: static;
    display: grid;
    grid-template-columns: 90px 1fr;
    max-width: none;
    padding: 2px 0;
    border: 0;
    text-align: left;
    white-space: normal;
  }
  .cards td > * {
    grid-column: 2;
  }
  .cards td::before {
    grid-column: 1;
    content: attr(data-label);
    color: var(--quiet);
  }
  body {
    padding: 12px 12px 32px;
  }
  section {
    padding: 14px 12px;
  }
}
@media (prefers-reduced-motion: no-preference) {
  html {
    scroll-behavior: smooth;
  }
}
@media print {
  .skip,
  nav,
  .tools,
  .readout,
  details:not([open]) {
    display: none;
  }
  tr,
  .chart,
  .verdict {
    break-inside: avoid;
  }
  .scroll {
    overflow: visible;
  }
  table {
    font-size: 7.5pt;
  }
}`),iconShapes,header,sections.map(({id,title:name})=>html`<li><a href="#${id}">${name}</a></li>`),sections.map(sectionHtml),footer,dataElement(`chart-data`,charts),asHtml('/*! Charts by uPlot, MIT licence, https://github.com/leeoniya/uPlot */\n(function(){let e=`u-off`,t=`u-label`,n=`width`,r=`height`,i=`bottom`,a=`left`,o=`right`,s=`#000`,c=`#0000`,l=`mousemove`,u=`mousedown`,d=`mouseup`,f=`mouseenter`,p=`mouseleave`,m=`dblclick`,h=`change`,g=`dppxchange`,_=typeof window<`u`,v=_?document:null,y=_?window:null,b=_?navigator:null,x,S;function C(){let e=devicePixelRatio;x!=e&&(x=e,S&&ce(h,S,C),S=matchMedia(`(min-resolution: ${x-.001}dppx) and (max-resolution: ${x+.001}dppx)`),se(h,S,C),y.dispatchEvent(new CustomEvent(g)))}function w(e,t){if(t!=null){let n=e.classList;!n.contains(t)&&n.add(t)}}function T(e,t){let n=e.classList;n.contains(t)&&n.remove(t)}function E(e,t,n){e.style[t]=n+`px`}function D(e,t,n,r){let i=v.createElement(e);return t!=null&&w(i,t),n?.insertBefore(i,r),i}function O(e,t){return D(`div`,e,t)}let k=new WeakMap;function ee(t,n,r,i,a){let o=`translate(`+n+`px,`+r+`px)`;o!=k.get(t)&&(t.style.transform=o,k.set(t,o),n<0||r<0||n>i||r>a?w(t,e):T(t,e))}let te=new WeakMap;function ne(e,t,n){let r=t+n;r!=te.get(e)&&(te.set(e,r),e.style.background=t,e.style.borderColor=n)}let re=new WeakMap;function ie(e,t,n,r){let i=t+``+n;i!=re.get(e)&&(re.set(e,i),e.style.height=n+`px`,e.style.width=t+`px`,e.style.marginLeft=r?-t/2+`px`:0,e.style.marginTop=r?-n/2+`px`:0)}let ae={passive:!0},oe={...ae,capture:!0};function se(e,t,n,r){t.addEventListener(e,n,r?oe:ae)}function ce(e,t,n,r){t.removeEventListener(e,n,ae)}_&&C();function le(e,t,n,r){let i;n||=0,r||=t.length-1;let a=r<=2147483647;for(;r-n>1;)i=a?n+r>>1:R((n+r)/2),t[i]<e?n=i:r=i;return e-t[n]<=t[r]-e?n:r}function A(e){return(t,n,r)=>{let i=-1,a=-1;for(let a=n;a<=r;a++)if(e(t[a])){i=a;break}for(let i=r;i>=n;i--)if(e(t[i])){a=i;break}return[i,a]}}let j=e=>e!=null,ue=e=>e!=null&&e>0,M=A(j),N=A(ue);function de(e,t,n,r=0,i=!1){let a=i?N:M,o=i?ue:j;[t,n]=a(e,t,n);let s=e[t],c=e[t];if(t>-1){if(r==1)s=e[t],c=e[n];else if(r==-1)s=e[n],c=e[t];else for(let r=t;r<=n;r++){let t=e[r];o(t)&&(t<s?s=t:t>c&&(c=t))}}return[s??z,c??-z]}function fe(e,t,n,r){let i=Oe(e),a=Oe(t);e==t&&(i==-1?(e*=n,t/=n):(e/=n,t*=n));let o=n==10?ke:Ae,s=i==1?R:we,c=a==1?we:R,l=s(o(Se(e))),u=c(o(Se(t))),d=De(n,l),f=De(n,u);return n==10&&(l<0&&(d=U(d,-l)),u<0&&(f=U(f,-u))),r||n==2?(e=d*i,t=f*a):(e=H(e,d),t=We(t,f)),[e,t]}function pe(e,t,n,r){let i=fe(e,t,n,r);return e==0&&(i[0]=0),t==0&&(i[1]=0),i}let me=.1,he={mode:3,pad:me},ge={pad:0,soft:null,mode:0},_e={min:ge,max:ge};function ve(e,t,n,r){return tt(n)?F(e,t,n):(ge.pad=n,ge.soft=r?0:null,ge.mode=r?3:0,F(e,t,_e))}function P(e,t){return e??t}function ye(e,t,n){for(t=P(t,0),n=P(n,e.length-1);t<=n;){if(e[t]!=null)return!0;t++}return!1}function F(e,t,n){let r=n.min,i=n.max,a=P(r.pad,0),o=P(i.pad,0),s=P(r.hard,-z),c=P(i.hard,z),l=P(r.soft,z),u=P(i.soft,-z),d=P(r.mode,0),f=P(i.mode,0),p=t-e,m=ke(p),h=Ee(Se(e),Se(t)),g=ke(h),_=Se(g-m);(p<1e-24||_>10)&&(p=0,(e==0||t==0)&&(p=1e-24,d==2&&l!=z&&(a=0),f==2&&u!=-z&&(o=0)));let v=p||h||1e3,y=ke(v),b=De(10,R(y)),x=U(H(e-v*(p==0?e==0?.1:1:a),b/10),24),S=e>=l&&(d==1||d==3&&x<=l||d==2&&x>=l)?l:z,C=Ee(s,x<S&&e>=S?S:Te(S,x)),w=U(We(t+v*(p==0?t==0?.1:1:o),b/10),24),T=t<=u&&(f==1||f==3&&w>=u||f==2&&w<=u)?u:-z,E=Te(c,w>T&&t<=T?T:Ee(T,w));return C==E&&C==0&&(E=100),[C,E]}let be=new Intl.NumberFormat(_?b.language:`en-US`),I=e=>be.format(e),L=Math,xe=L.PI,Se=L.abs,R=L.floor,Ce=L.round,we=L.ceil,Te=L.min,Ee=L.max,De=L.pow,Oe=L.sign,ke=L.log10,Ae=L.log2,je=(e,t=1)=>L.sinh(e)*t,Me=(e,t=1)=>L.asinh(e/t),z=1/0;function Ne(e){return(ke((e^e>>31)-(e>>31))|0)+1}function Pe(e,t,n){return Te(Ee(e,t),n)}function Fe(e){return typeof e==`function`}function B(e){return Fe(e)?e:()=>e}let Ie=()=>{},V=e=>e,Le=(e,t)=>t,Re=e=>null,ze=e=>!0,Be=(e,t)=>e==t,Ve=/\\.\\d*?(?=9{6,}|0{6,})/gm,He=e=>{if(Qe(e)||Ge.has(e))return e;let t=`${e}`,n=t.match(Ve);if(n==null)return e;let r=n[0].length-1;if(t.indexOf(`e-`)!=-1){let[e,n]=t.split(`e`);return+`${He(e)}e${n}`}return U(e,r)};function Ue(e,t){return He(U(He(e/t))*t)}function We(e,t){return He(we(He(e/t))*t)}function H(e,t){return He(R(He(e/t))*t)}function U(e,t=0){if(Qe(e))return e;let n=10**t,r=e*n*(1+2**-52);return Ce(r)/n}let Ge=new Map;function Ke(e){return((``+e).split(`.`)[1]||``).length}function qe(e,t,n,r){let i=[],a=r.map(Ke);for(let o=t;o<n;o++){let t=Se(o),n=U(De(e,o),t);for(let s=0;s<r.length;s++){let c=e==10?+`${r[s]}e${o}`:r[s]*n,l=(o>=0?0:t)+(o>=a[s]?0:a[s]),u=e==10?c:U(c,l);i.push(u),Ge.set(u,l)}}return i}let Je={},Ye=[],Xe=[null,null],Ze=Array.isArray,Qe=Number.isInteger,$e=e=>e===void 0;function et(e){return typeof e==`string`}function tt(e){let t=!1;if(e!=null){let n=e.constructor;t=n==null||n==Object}return t}function nt(e){return typeof e==`object`&&!!e}let rt=Object.getPrototypeOf(Uint8Array),it=`__proto__`;function at(e,t=tt){let n;if(Ze(e)){let r=e.find(e=>e!=null);if(Ze(r)||t(r)){n=Array(e.length);for(let r=0;r<e.length;r++)n[r]=at(e[r],t)}else n=e.slice()}else if(e instanceof rt)n=e.slice();else if(t(e)){n={};for(let r in e)r!=it&&(n[r]=at(e[r],t))}else n=e;return n}function ot(e){let t=arguments;for(let n=1;n<t.length;n++){let r=t[n];for(let t in r)t!=it&&(tt(e[t])?ot(e[t],at(r[t])):e[t]=at(r[t]))}return e}function st(e,t,n){for(let r=0,i,a=-1;r<t.length;r++){let o=t[r];if(o>a){for(i=o-1;i>=0&&e[i]==null;)e[i--]=null;for(i=o+1;i<n&&e[i]==null;)e[a=i++]=null}}}function ct(e,t){if(W(e)){let t=e[0].slice();for(let n=1;n<e.length;n++)t.push(...e[n].slice(1));return dt(t[0])||(t=ut(t)),t}let n=new Set;for(let t=0;t<e.length;t++){let r=e[t][0],i=r.length;for(let e=0;e<i;e++)n.add(r[e])}let r=[Array.from(n).sort((e,t)=>e-t)],i=r[0].length,a=new Map;for(let e=0;e<i;e++)a.set(r[0][e],e);for(let n=0;n<e.length;n++){let o=e[n],s=o[0];for(let e=1;e<o.length;e++){let c=o[e],l=Array(i).fill(void 0),u=t?t[n][e]:1,d=[];for(let e=0;e<c.length;e++){let t=c[e],n=a.get(s[e]);t===null?u!=0&&(l[n]=t,u==2&&d.push(n)):l[n]=t}st(l,d,i),r.push(l)}}return r}let lt=typeof queueMicrotask>`u`?e=>Promise.resolve().then(e):queueMicrotask;function ut(e){let t=e[0],n=t.length,r=Array(n);for(let e=0;e<r.length;e++)r[e]=e;r.sort((e,n)=>t[e]-t[n]);let i=[];for(let t=0;t<e.length;t++){let a=e[t],o=Array(n);for(let e=0;e<n;e++)o[e]=a[r[e]];i.push(o)}return i}function W(e){let t=e[0][0],n=t.length;for(let r=1;r<e.length;r++){let i=e[r][0];if(i.length!=n)return!1;if(i!=t){for(let e=0;e<n;e++)if(i[e]!=t[e])return!1}}return!0}function dt(e,t=100){let n=e.length;if(n<=1)return!0;let r=0,i=n-1;for(;r<=i&&e[r]==null;)r++;for(;i>=r&&e[i]==null;)i--;if(i<=r)return!0;let a=Ee(1,R((i-r+1)/t));for(let t=e[r],n=r+a;n<=i;n+=a){let r=e[n];if(r!=null){if(r<=t)return!1;t=r}}return!0}let ft=[`January`,`February`,`March`,`April`,`May`,`June`,`July`,`August`,`September`,`October`,`November`,`December`],pt=[`Sunday`,`Monday`,`Tuesday`,`Wednesday`,`Thursday`,`Friday`,`Saturday`];function mt(e){return e.slice(0,3)}let ht=pt.map(mt),gt={MMMM:ft,MMM:ft.map(mt),WWWW:pt,WWW:ht};function _t(e){return(e<10?`0`:``)+e}function vt(e){return(e<10?`00`:e<100?`0`:``)+e}let yt={YYYY:e=>e.getFullYear(),YY:e=>(e.getFullYear()+``).slice(2),MMMM:(e,t)=>t.MMMM[e.getMonth()],MMM:(e,t)=>t.MMM[e.getMonth()],MM:e=>_t(e.getMonth()+1),M:e=>e.getMonth()+1,DD:e=>_t(e.getDate()),D:e=>e.getDate(),WWWW:(e,t)=>t.WWWW[e.getDay()],WWW:(e,t)=>t.WWW[e.getDay()],HH:e=>_t(e.getHours()),H:e=>e.getHours(),h:e=>{let t=e.getHours();return t==0?12:t>12?t-12:t},AA:e=>e.getHours()>=12?`PM`:`AM`,aa:e=>e.getHours()>=12?`pm`:`am`,a:e=>e.getHours()>=12?`p`:`a`,mm:e=>_t(e.getMinutes()),m:e=>e.getMinutes(),ss:e=>_t(e.getSeconds()),s:e=>e.getSeconds(),fff:e=>vt(e.getMilliseconds())};function bt(e,t){t||=gt;let n=[],r=/\\{([a-z]+)\\}|[^{]+/gi,i;for(;i=r.exec(e);)n.push(i[0][0]==`{`?yt[i[1]]:i[0]);return e=>{let r=``;for(let i=0;i<n.length;i++)r+=typeof n[i]==`string`?n[i]:n[i](e,t);return r}}let xt=new Intl.DateTimeFormat().resolvedOptions().timeZone;function St(e,t){let n;return t==`UTC`||t==`Etc/UTC`?n=new Date(+e+e.getTimezoneOffset()*6e4):t==xt?n=e:(n=new Date(e.toLocaleString(`en-US`,{timeZone:t})),n.setMilliseconds(e.getMilliseconds())),n}let Ct=e=>e%1==0,wt=[1,2,2.5,5],Tt=qe(10,-32,0,wt),Et=qe(10,0,32,wt),Dt=Et.filter(Ct),Ot=Tt.concat(Et),kt=`{YYYY}`,At=`\n`+kt,jt=`{M}/{D}`,Mt=`\n`+jt,Nt=Mt+`/{YY}`,G=`{aa}`,K=`{h}:{mm}`+G,Pt=`\n`+K,Ft=`:{ss}`;function It(e){let t=e*1e3,n=t*60,r=n*60,i=r*24,a=i*30,o=i*365,s=(e==1?qe(10,0,3,wt).filter(Ct):qe(10,-3,0,wt)).concat([t,t*5,t*10,t*15,t*30,n,n*5,n*10,n*15,n*30,r,r*2,r*3,r*4,r*6,r*8,r*12,i,i*2,i*3,i*4,i*5,i*6,i*7,i*8,i*9,i*10,i*15,a,a*2,a*3,a*4,a*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,kt,null,null,null,null,null,null,1],[i*28,`{MMM}`,At,null,null,null,null,null,1],[i,jt,At,null,null,null,null,null,1],[r,`{h}`+G,Nt,null,Mt,null,null,null,1],[n,K,Nt,null,Mt,null,null,null,1],[t,Ft,Nt+` `+K,null,Mt+` `+K,null,Pt,null,1],[e,Ft+`.{fff}`,Nt+` `+K,null,Mt+` `+K,null,Pt,null,1]];function l(t){return(s,c,l,u,d,f)=>{let p=[],m=d>=o,h=d>=a&&d<o,g=t(l),_=U(g*e,3),v=Kt(g.getFullYear(),m?0:g.getMonth(),h||m?1:g.getDate()),y=U(v*e,3);if(h||m){let n=h?d/a:0,r=m?d/o:0,i=_==y?_:U(Kt(v.getFullYear()+r,v.getMonth()+n,1)*e,3),s=new Date(Ce(i/e)),c=s.getFullYear(),l=s.getMonth();for(let a=0;i<=u;a++){let o=Kt(c+r*a,l+n*a,1),s=o-t(U(o*e,3));i=U((+o+s)*e,3),i<=u&&p.push(i)}}else{let a=d>=i?i:d,o=y+(R(l)-R(_))+We(_-y,a);p.push(o);let m=t(o),h=m.getHours()+m.getMinutes()/n+m.getSeconds()/r,g=d/r,v=f/s.axes[c]._space;for(;o=U(o+d,e==1?0:3),!(o>u);)if(g>1){let e=R(U(h+g,6))%24,n=t(o).getHours()-e;n>1&&(n=-1),o-=n*r,h=(h+g)%24;let i=p[p.length-1];U((o-i)/d,3)*v>=.7&&p.push(o)}else p.push(o)}return p}}return[s,c,l]}let[Lt,Rt,zt]=It(1),[Bt,Vt,Ht]=It(.001);qe(2,-53,53,[1]);function Ut(e,t){return e.map(e=>e.map((n,r)=>r==0||r==8||n==null?n:t(r==1||e[8]==0?n:e[1]+n)))}function Wt(e,t){return(n,r,i,a,o)=>{let s=t.find(e=>o>=e[0])||t[t.length-1],c,l,u,d,f,p;return r.map(t=>{let n=e(t),r=n.getFullYear(),i=n.getMonth(),a=n.getDate(),o=n.getHours(),m=n.getMinutes(),h=n.getSeconds(),g=r!=c&&s[2]||i!=l&&s[3]||a!=u&&s[4]||o!=d&&s[5]||m!=f&&s[6]||h!=p&&s[7]||s[1];return c=r,l=i,u=a,d=o,f=m,p=h,g(n)})}}function Gt(e,t){let n=bt(t);return(t,r,i,a,o)=>r.map(t=>n(e(t)))}function Kt(e,t,n){return new Date(e,t,n)}function qt(e,t){return t(e)}function Jt(e,t){return(n,r,i,a)=>a==null?`--`:t(e(r))}function Yt(e,t){let n=e.series[t];return n.width?n.stroke(e,t):n.points.width?n.points.stroke(e,t):null}function Xt(e,t){return e.series[t].fill(e,t)}let Zt={show:!0,live:!0,isolate:!1,mount:Ie,markers:{show:!0,width:2,stroke:Yt,fill:Xt,dash:`solid`},idx:null,idxs:null,values:[]};function Qt(e,t){let i=e.cursor.points,a=O(),o=i.size(e,t);E(a,n,o),E(a,r,o);let s=o/-2;E(a,`marginLeft`,s),E(a,`marginTop`,s);let c=i.width(e,t,o);return c&&E(a,`borderWidth`,c),a}function $t(e,t){let n=e.series[t].points;return n._fill||n._stroke}function en(e,t){let n=e.series[t].points;return n._stroke||n._fill}function tn(e,t){return e.series[t].points.size}let nn=[0,0];function rn(e,t,n){return nn[0]=t,nn[1]=n,nn}function an(e,t,n,r=!0){return e=>{e.button!=0||r&&e.target!=t||n(e)}}function on(e,t,n,r=!0){return e=>{r&&e.target!=t||n(e)}}let sn={show:!0,x:!0,y:!0,lock:!1,move:rn,points:{one:!1,show:Qt,size:tn,width:0,stroke:en,fill:$t},bind:{mousedown:an,mouseup:an,click:an,dblclick:an,mousemove:on,mouseleave:on,mouseenter:on},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(e,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(e,t,n,r,i)=>r-i,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},cn={show:!0,stroke:`rgba(0,0,0,0.07)`,width:2},ln=ot({},cn,{filter:Le}),un=ot({},ln,{size:10}),dn=ot({},cn,{show:!1}),fn=`12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"`,pn=`bold `+fn,mn=1.5,hn={show:!0,scale:`x`,stroke:s,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:pn,side:2,grid:ln,ticks:un,border:dn,font:fn,lineGap:mn,rotate:0},gn={show:!0,scale:`x`,auto:!1,sorted:1,min:z,max:-1/0,idxs:[]};function _n(e,t,n,r,i){return t.map(e=>e==null?``:I(e))}function vn(e,t,n,r,i,a,o){let s=[],c=Ge.get(i)||0;n=o?n:U(We(n,i),c);for(let e=n;e<=r;e=U(e+i,c))s.push(Object.is(e,-0)?0:e);return s}function yn(e,t,n,r,i,a,o){let s=[],c=e.scales[e.axes[t].scale].log,l=R((c==10?ke:Ae)(n));i=De(c,l),c==10&&(i=Ot[le(i,Ot)]);let u=n,d=i*c;c==10&&(d=Ot[le(d,Ot)]);do s.push(u),u+=i,c==10&&!Ge.has(u)&&(u=U(u,Ge.get(i))),u>=d&&(i=u,d=i*c,c==10&&(d=Ot[le(d,Ot)]));while(u<=r);return s}function bn(e,t,n,r,i,a,o){let s=e.scales[e.axes[t].scale].asinh,c=r>s?yn(e,t,Ee(s,n),r,i):[s],l=r>=0&&n<=0?[0]:[];return(n<-s?yn(e,t,Ee(s,-r),-n,i):[s]).reverse().map(e=>-e).concat(l,c)}let xn=/./,Sn=/[12357]/,Cn=/[125]/,wn=/1/,Tn=(e,t,n,r)=>e.map((e,i)=>t==4&&e==0||i%r==0&&n.test(e.toExponential()[+(e<0)])?e:null);function En(e,t,n,r,i){let a=e.axes[n],o=a.scale,s=e.scales[o],c=e.valToPos,l=a._space,u=c(10,o),d=c(9,o)-u>=l?xn:c(7,o)-u>=l?Sn:c(5,o)-u>=l?Cn:wn;if(d==wn){let e=Se(c(1,o)-u);if(e<l)return Tn(t.slice().reverse(),s.distr,d,we(l/e)).reverse()}return Tn(t,s.distr,d,1)}function Dn(e,t,n,r,i){let a=e.axes[n],o=a.scale,s=a._space,c=e.valToPos,l=Se(c(1,o)-c(2,o));return l<s?Tn(t.slice().reverse(),3,xn,we(s/l)).reverse():t}function On(e,t,n,r){return r==null?`--`:t==null?``:I(t)}let kn={show:!0,scale:`y`,stroke:s,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:pn,side:3,grid:ln,ticks:un,border:dn,font:fn,lineGap:mn,rotate:0};function An(e,t){return U((3+(e||1)*2)*t,3)}function jn(e,t){let{scale:n,idxs:r}=e.series[0],i=e._data[0],a=e.valToPos(i[r[0]],n,!0),o=e.valToPos(i[r[1]],n,!0),s=Se(o-a)/(e.series[t].points.space*x);return r[1]-r[0]<=s}let Mn={scale:null,auto:!0,sorted:0,min:z,max:-1/0},Nn=(e,t,n,r,i)=>i,Pn={show:!0,auto:!0,sorted:0,gaps:Nn,alpha:1,facets:[ot({},Mn,{scale:`x`}),ot({},Mn,{scale:`y`})]},Fn={scale:`y`,auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Nn,alpha:1,points:{show:jn,filter:null},values:null,min:z,max:-1/0,idxs:[],path:null,clip:null};function In(e,t,n,r,i){return n/10}let Ln={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Rn=ot({},Ln,{time:!1,ori:1}),zn={};function Bn(e,t){let n=zn[e];return n||(n={key:e,plots:[],sub(e){n.plots.push(e)},unsub(e){n.plots=n.plots.filter(t=>t!=e)},pub(e,t,r,i,a,o,s){for(let c=0;c<n.plots.length;c++)n.plots[c]!=t&&n.plots[c].pub(e,t,r,i,a,o,s)}},e!=null&&(zn[e]=n)),n}function Vn(e,t,n){let r=e.mode,i=e.series[t],a=r==2?e._data[t]:e._data,o=e.scales,s=e.bbox,c=a[0],l=r==2?a[1]:a[t],u=r==2?o[i.facets[0].scale]:o[e.series[0].scale],d=r==2?o[i.facets[1].scale]:o[i.scale],f=s.left,p=s.top,m=s.width,h=s.height,g=e.valToPosH,_=e.valToPosV;return u.ori==0?n(i,c,l,u,d,g,_,f,p,m,h,Xn,q,Y,$n,tr):n(i,c,l,u,d,_,g,p,f,h,m,Zn,J,Qn,er,nr)}function Hn(e,t){let n=0,r=0,i=P(e.bands,Ye);for(let e=0;e<i.length;e++){let a=i[e];a.series[0]==t?n=a.dir:a.series[1]==t&&(a.dir==1?r|=1:r|=2)}return[n,r==1?-1:r==2?1:r==3?2:0]}function Un(e,t,n,r,i){let a=e.mode,o=e.series[t],s=a==2?o.facets[1].scale:o.scale,c=e.scales[s];return i==-1?c.min:i==1?c.max:c.distr==3?c.dir==1?c.min:c.max:0}function Wn(e,t,n,r,i,a){return Vn(e,t,(e,t,o,s,c,l,u,d,f,p,m)=>{let h=e.pxRound,g=s.dir*(s.ori==0?1:-1),_=s.ori==0?q:J,v,y;g==1?(v=n,y=r):(v=r,y=n);let b=h(l(t[v],s,p,d)),x=h(u(o[v],c,m,f)),S=h(l(t[y],s,p,d)),C=h(u(a==1?c.max:c.min,c,m,f)),w=new Path2D(i);return _(w,S,C),_(w,b,C),_(w,b,x),w})}function Gn(e,t,n,r,i,a){let o=null;if(e.length>0){o=new Path2D;let s=t==0?Y:Qn,c=n;for(let t=0;t<e.length;t++){let n=e[t];if(n[1]>n[0]){let e=n[0]-c;e>0&&s(o,c,r,e,r+a),c=n[1]}}let l=n+i-c;l>0&&s(o,c,r-5,l,r+a+10)}return o}function Kn(e,t,n){let r=e[e.length-1];r&&r[0]==t?r[1]=n:e.push([t,n])}function qn(e,t,n,r,i,a,o){let s=[],c=e.length;for(let l=i==1?n:r;l>=n&&l<=r;l+=i)if(t[l]===null){let u=l,d=l;if(i==1)for(;++l<=r&&t[l]===null;)d=l;else for(;--l>=n&&t[l]===null;)d=l;let f=a(e[u]),p=d==u?f:a(e[d]),m=u-i;f=o<=0&&m>=0&&m<c?a(e[m]):f;let h=d+i;p=o>=0&&h>=0&&h<c?a(e[h]):p,p>=f&&s.push([f,p])}return s}function Jn(e){return e==0?V:e==1?Ce:t=>Ue(t,e)}function Yn(e){let t=e==0?Xn:Zn,n=e==0?(e,t,n,r,i,a)=>{e.arcTo(t,n,r,i,a)}:(e,t,n,r,i,a)=>{e.arcTo(n,t,i,r,a)},r=e==0?(e,t,n,r,i)=>{e.rect(t,n,r,i)}:(e,t,n,r,i)=>{e.rect(n,t,i,r)};return(e,i,a,o,s,c=0,l=0)=>{c==0&&l==0?r(e,i,a,o,s):(c=Te(c,o/2,s/2),l=Te(l,o/2,s/2),t(e,i+c,a),n(e,i+o,a,i+o,a+s,c),n(e,i+o,a+s,i,a+s,l),n(e,i,a+s,i,a,l),n(e,i,a,i+o,a,c),e.closePath())}}let Xn=(e,t,n)=>{e.moveTo(t,n)},Zn=(e,t,n)=>{e.moveTo(n,t)},q=(e,t,n)=>{e.lineTo(t,n)},J=(e,t,n)=>{e.lineTo(n,t)},Y=Yn(0),Qn=Yn(1),$n=(e,t,n,r,i,a)=>{e.arc(t,n,r,i,a)},er=(e,t,n,r,i,a)=>{e.arc(n,t,r,i,a)},tr=(e,t,n,r,i,a,o)=>{e.bezierCurveTo(t,n,r,i,a,o)},nr=(e,t,n,r,i,a,o)=>{e.bezierCurveTo(n,t,i,r,o,a)};function rr(e){return(e,t,n,r,i)=>Vn(e,t,(t,a,o,s,c,l,u,d,f,p,m)=>{let{pxRound:h,points:g}=t,_,v;s.ori==0?(_=Xn,v=$n):(_=Zn,v=er);let y=U(g.width*x,3),b=(g.size-g.width)/2*x,S=U(b*2,3),C=new Path2D,w=new Path2D,{left:T,top:E,width:D,height:O}=e.bbox;Y(w,T-S,E-S,D+S*2,O+S*2);let k=e=>{if(o[e]!=null){let t=h(l(a[e],s,p,d)),n=h(u(o[e],c,m,f));_(C,t+b,n),v(C,t,n,b,0,xe*2)}};if(i)i.forEach(k);else for(let e=n;e<=r;e++)k(e);return{stroke:y>0?C:null,fill:C,clip:w,flags:3}})}function ir(e){return(t,n,r,i,a,o)=>{r!=i&&(a!=r&&o!=r&&e(t,n,r),a!=i&&o!=i&&e(t,n,i),e(t,n,o))}}let ar=ir(q),or=ir(J);function sr(e){let t=P(e?.alignGaps,0);return(e,n,r,i)=>Vn(e,n,(a,o,s,c,l,u,d,f,p,m,h)=>{[r,i]=M(s,r,i);let g=a.pxRound,_=e=>g(u(e,c,m,f)),v=e=>g(d(e,l,h,p)),y,b;c.ori==0?(y=q,b=ar):(y=J,b=or);let x=c.dir*(c.ori==0?1:-1),S={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:1},C=S.stroke,w=!1;if(i-r>=m*4){let t=t=>e.posToVal(t,c.key,!0),n=null,a=null,l,u,d,f=_(o[x==1?r:i]),p=_(o[r]),m=_(o[i]),h=t(x==1?p+1:m-1);for(let e=x==1?r:i;e>=r&&e<=i;e+=x){let r=o[e],i=(x==1?r<h:r>h)?f:_(r),c=s[e];i==f?c==null?c===null&&(w=!0):(u=c,n==null?(y(C,i,v(u)),l=n=a=u):u<n?n=u:u>a&&(a=u)):(n!=null&&b(C,f,v(n),v(a),v(l),v(u)),c==null?(n=a=null,c===null&&(w=!0)):(u=c,y(C,i,v(u)),n=a=l=u),f=i,h=t(f+x))}n!=null&&n!=a&&d!=f&&b(C,f,v(n),v(a),v(l),v(u))}else for(let e=x==1?r:i;e>=r&&e<=i;e+=x){let t=s[e];t===null?w=!0:t!=null&&y(C,_(o[e]),v(t))}let[T,E]=Hn(e,n);if(a.fill!=null||T!=0){let t=S.fill=new Path2D(C),s=v(a.fillTo(e,n,a.min,a.max,T)),c=_(o[r]),l=_(o[i]);x==-1&&([l,c]=[c,l]),y(t,l,s),y(t,c,s)}if(!a.spanGaps){let l=[];w&&l.push(...qn(o,s,r,i,x,_,t)),S.gaps=l=a.gaps(e,n,r,i,l),S.clip=Gn(l,c.ori,f,p,m,h)}return E!=0&&(S.band=E==2?[Wn(e,n,r,i,C,-1),Wn(e,n,r,i,C,1)]:Wn(e,n,r,i,C,E)),S})}function cr(e){let t=P(e.align,1),n=P(e.ascDesc,!1),r=P(e.alignGaps,0),i=P(e.extend,!1);return(e,a,o,s)=>Vn(e,a,(c,l,u,d,f,p,m,h,g,_,v)=>{[o,s]=M(u,o,s);let y=c.pxRound,{left:b,width:S}=e.bbox,C=e=>y(p(e,d,_,h)),w=e=>y(m(e,f,v,g)),T=d.ori==0?q:J,E={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:1},D=E.stroke,O=d.dir*(d.ori==0?1:-1),k=w(u[O==1?o:s]),ee=C(l[O==1?o:s]),te=ee,ne=ee;i&&t==-1&&(ne=b,T(D,ne,k)),T(D,ee,k);for(let e=O==1?o:s;e>=o&&e<=s;e+=O){let n=u[e];if(n==null)continue;let r=C(l[e]),i=w(n);t==1?T(D,r,k):T(D,te,i),T(D,r,i),k=i,te=r}let re=te;i&&t==1&&(re=b+S,T(D,re,k));let[ie,ae]=Hn(e,a);if(c.fill!=null||ie!=0){let t=E.fill=new Path2D(D),n=w(c.fillTo(e,a,c.min,c.max,ie));T(t,re,n),T(t,ne,n)}if(!c.spanGaps){let i=[];i.push(...qn(l,u,o,s,O,C,r));let f=c.width*x/2,p=n||t==1?f:-f,m=n||t==-1?-f:f;i.forEach(e=>{e[0]+=p,e[1]+=m}),E.gaps=i=c.gaps(e,a,o,s,i),E.clip=Gn(i,d.ori,h,g,_,v)}return ae!=0&&(E.band=ae==2?[Wn(e,a,o,s,D,-1),Wn(e,a,o,s,D,1)]:Wn(e,a,o,s,D,ae)),E})}function lr(e,t,n,r,i,a,o=z){if(e.length>1){let s=null;for(let c=0,l=1/0;c<e.length;c++)if(t[c]!==void 0){if(s!=null){let t=Se(e[c]-e[s]);t<l&&(l=t,o=Se(n(e[c],r,i,a)-n(e[s],r,i,a)))}s=c}}return o}function ur(e){e||=Je;let t=P(e.size,[.6,z,1]),n=e.align||0,r=e.gap||0,i=e.radius;i=i==null?[0,0]:typeof i==`number`?[i,0]:i;let a=B(i),o=1-t[0],s=P(t[1],z),c=P(t[2],1),l=P(e.disp,Je),u=P(e.each,e=>{}),{fill:d,stroke:f}=l;return(e,t,i,p)=>Vn(e,t,(m,h,g,_,v,y,b,S,C,w,T)=>{let E=m.pxRound,D=n,O=r*x,k=s*x,ee=c*x,te,ne;_.ori==0?[te,ne]=a(e,t):[ne,te]=a(e,t);let re=_.dir*(_.ori==0?1:-1),ie=_.ori==0?Y:Qn,ae=_.ori==0?u:(e,t,n,r,i,a,o)=>{u(e,t,n,i,r,o,a)},oe=P(e.bands,Ye).find(e=>e.series[0]==t),se=oe==null?0:oe.dir,ce=m.fillTo(e,t,m.min,m.max,se),le=E(b(ce,v,T,C)),A,j,ue,M=w,N=E(m.width*x),de=!1,fe=null,pe=null,me=null,he=null;d!=null&&(N==0||f!=null)&&(de=!0,fe=d.values(e,t,i,p),pe=new Map,new Set(fe).forEach(e=>{e!=null&&pe.set(e,new Path2D)}),N>0&&(me=f.values(e,t,i,p),he=new Map,new Set(me).forEach(e=>{e!=null&&he.set(e,new Path2D)})));let{x0:ge,size:_e}=l;if(ge!=null&&_e!=null){D=1,h=ge.values(e,t,i,p),ge.unit==2&&(h=h.map(t=>e.posToVal(S+t*w,_.key,!0)));let n=_e.values(e,t,i,p);j=_e.unit==2?n[0]*w:y(n[0],_,w,S)-y(0,_,w,S),M=lr(h,g,y,_,w,S,M),ue=M-j+O}else M=lr(h,g,y,_,w,S,M),ue=M*o+O,j=M-ue;ue<1&&(ue=0),N>=j/2&&(N=0),ue<5&&(E=V);let ve=ue>0,ye=M-ue-(ve?N:0);j=E(Pe(ye,ee,k)),A=(D==0?j/2:D==re?0:j)-D*re*((D==0?O/2:0)+(ve?N/2:0));let F={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},be=de?null:new Path2D,I=null;if(oe!=null)I=e.data[oe.series[1]];else{let{y0:n,y1:r}=l;n!=null&&r!=null&&(g=r.values(e,t,i,p),I=n.values(e,t,i,p))}let L=te*j,xe=ne*j;for(let n=re==1?i:p;n>=i&&n<=p;n+=re){let r=g[n];if(r==null)continue;if(I!=null){let e=I[n]??0;if(r-e==0)continue;le=b(e,v,T,C)}let i=y(_.distr!=2||l!=null?h[n]:n,_,w,S),a=b(P(r,ce),v,T,C),o=E(i-A),s=E(Ee(a,le)),c=E(Te(a,le)),u=s-c;if(r!=null){let i=r<0?xe:L,a=r<0?L:xe;de?(N>0&&me[n]!=null&&ie(he.get(me[n]),o,c+R(N/2),j,Ee(0,u-N),i,a),fe[n]!=null&&ie(pe.get(fe[n]),o,c+R(N/2),j,Ee(0,u-N),i,a)):ie(be,o,c+R(N/2),j,Ee(0,u-N),i,a),ae(e,t,n,o-N/2,c,j+N,u)}}return N>0?F.stroke=de?he:be:de||(F._fill=m.width==0?m._fill:m._stroke??m._fill,F.width=0),F.fill=de?pe:be,F})}function dr(e,t){let n=P(t?.alignGaps,0);return(t,r,i,a)=>Vn(t,r,(o,s,c,l,u,d,f,p,m,h,g)=>{[i,a]=M(c,i,a);let _=o.pxRound,v=e=>_(d(e,l,h,p)),y=e=>_(f(e,u,g,m)),b,x,S;l.ori==0?(b=Xn,S=q,x=tr):(b=Zn,S=J,x=nr);let C=l.dir*(l.ori==0?1:-1),w=v(s[C==1?i:a]),T=w,E=[],D=[];for(let e=C==1?i:a;e>=i&&e<=a;e+=C)if(c[e]!=null){let t=s[e],n=v(t);E.push(T=n),D.push(y(c[e]))}let O={stroke:e(E,D,b,S,x,_),fill:null,clip:null,band:null,gaps:null,flags:1},k=O.stroke,[ee,te]=Hn(t,r);if(o.fill!=null||ee!=0){let e=O.fill=new Path2D(k),n=y(o.fillTo(t,r,o.min,o.max,ee));S(e,T,n),S(e,w,n)}if(!o.spanGaps){let e=[];e.push(...qn(s,c,i,a,C,v,n)),O.gaps=e=o.gaps(t,r,i,a,e),O.clip=Gn(e,l.ori,p,m,h,g)}return te!=0&&(O.band=te==2?[Wn(t,r,i,a,k,-1),Wn(t,r,i,a,k,1)]:Wn(t,r,i,a,k,te)),O})}function fr(e){return dr(pr,e)}function pr(e,t,n,r,i,a){let o=e.length;if(o<2)return null;let s=new Path2D;if(n(s,e[0],t[0]),o==2)r(s,e[1],t[1]);else{let n=Array(o),r=Array(o-1),a=Array(o-1),c=Array(o-1);for(let n=0;n<o-1;n++)a[n]=t[n+1]-t[n],c[n]=e[n+1]-e[n],r[n]=a[n]/c[n];n[0]=r[0];for(let e=1;e<o-1;e++)r[e]===0||r[e-1]===0||r[e-1]>0!=r[e]>0?n[e]=0:(n[e]=3*(c[e-1]+c[e])/((2*c[e]+c[e-1])/r[e-1]+(c[e]+2*c[e-1])/r[e]),isFinite(n[e])||(n[e]=0));n[o-1]=r[o-2];for(let r=0;r<o-1;r++)i(s,e[r]+c[r]/3,t[r]+n[r]*c[r]/3,e[r+1]-c[r]/3,t[r+1]-n[r+1]*c[r]/3,e[r+1],t[r+1])}return s}let mr=new Set;function hr(){for(let e of mr)e.syncRect(!0)}_&&(se(`resize`,y,hr),se(`scroll`,y,hr,!0),se(g,y,()=>{jr.pxRatio=x}));let gr=sr(),_r=rr();function vr(e,t,n,r){return(r?[e[0],e[1]].concat(e.slice(2)):[e[0]].concat(e.slice(1))).map((e,r)=>br(e,r,t,n))}function yr(e,t){return e.map((e,n)=>n==0?{}:ot({},t,e))}function br(e,t,n,r){return ot({},t==0?n:r,e)}function xr(e,t,n){return t==null?Xe:[t,n]}let Sr=xr;function Cr(e,t,n){return t==null?Xe:ve(t,n,me,!0)}function wr(e,t,n,r){return t==null?Xe:fe(t,n,e.scales[r].log,!1)}let Tr=wr;function Er(e,t,n,r){return t==null?Xe:pe(t,n,e.scales[r].log,!1)}let Dr=Er;function Or(e,t,n,r,i){let a=Ee(Ne(e),Ne(t)),o=t-e,s=le(i/r*o,n);do{let e=n[s],t=r*e/o;if(t>=i&&a+(e<5?Ge.get(e):0)<=17)return[e,t]}while(++s<n.length);return[0,0]}function kr(e){let t,n;return e=e.replace(/(\\d+)px/,(e,r)=>(t=Ce((n=+r)*x))+`px`),[e,t,n]}function Ar(e){e.show&&[e.font,e.labelFont].forEach(e=>{let t=U(e[2]*x,1);e[0]=e[0].replace(/[0-9.]+px/,t+`px`),e[1]=t})}function jr(s,h,_){let b={mode:P(s.mode,1)},S=b.mode;function C(e,t,n,r){let i=t.valToPct(e);return r+n*(t.dir==-1?1-i:i)}function k(e,t,n,r){let i=t.valToPct(e);return r+n*(t.dir==-1?i:1-i)}function te(e,t,n,r){return t.ori==0?C(e,t,n,r):k(e,t,n,r)}b.valToPosH=C,b.valToPosV=k;let re=!1;b.status=0;let ae=b.root=O(`uplot`);if(s.id!=null&&(ae.id=s.id),w(ae,s.class),s.title){let e=O(`u-title`,ae);e.textContent=s.title}let oe=D(`canvas`),A=b.ctx=oe.getContext(`2d`),j=O(`u-wrap`,ae);se(`click`,j,e=>{e.target===M&&(X!=ci||Z!=li)&&pi.click(b,e)},!0);let ue=b.under=O(`u-under`,j);j.appendChild(oe);let M=b.over=O(`u-over`,j);s=at(s);let N=+P(s.pxAlign,1),ge=Jn(N);(s.plugins||[]).forEach(e=>{e.opts&&(s=e.opts(b,s)||s)});let _e=s.ms||.001,F=b.series=S==1?vr(s.series||[],gn,Fn,!1):yr(s.series||[null],Pn),be=b.axes=vr(s.axes||[],hn,kn,!0),I=b.scales={},L=b.bands=s.bands||[];L.forEach(e=>{e.fill=B(e.fill||null),e.dir=P(e.dir,-1)});let R=S==2?F[1].facets[0].scale:F[0].scale,Oe={axes:Kr,series:Fr},Ae=(s.drawOrder||[`axes`,`series`]).map(e=>Oe[e]);function Ne(e){let t=e.distr==3?t=>ke(t>0?t:e.clamp(b,t,e.min,e.max,e.key)):e.distr==4?t=>Me(t,e.asinh):e.distr==100?t=>e.fwd(t):e=>e;return n=>{let r=t(n),{_min:i,_max:a}=e,o=a-i;return(r-i)/o}}function Ie(e){let t=I[e];if(t==null){let n=(s.scales||Je)[e]||Je;if(n.from!=null){Ie(n.from);let t=ot({},I[n.from],n,{key:e});t.valToPct=Ne(t),I[e]=t}else{t=I[e]=ot({},e==R?Ln:Rn,n),t.key=e;let r=t.time,i=t.range,a=Ze(i);if((e!=R||S==2&&!r)&&(a&&(i[0]==null||i[1]==null)&&(i={min:i[0]==null?he:{mode:1,hard:i[0],soft:i[0]},max:i[1]==null?he:{mode:1,hard:i[1],soft:i[1]}},a=!1),!a&&tt(i))){let e=i;i=(t,n,r)=>n==null?Xe:ve(n,r,e)}t.range=B(i||(r?Sr:e==R?t.distr==3?Tr:t.distr==4?Dr:xr:t.distr==3?wr:t.distr==4?Er:Cr)),t.auto=B(!a&&t.auto),t.clamp=B(t.clamp||In),t._min=t._max=null,t.valToPct=Ne(t)}}}Ie(`x`),Ie(`y`),S==1&&F.forEach(e=>{Ie(e.scale)}),be.forEach(e=>{Ie(e.scale)});for(let e in s.scales)Ie(e);let V=I[R],Ve=V.distr,He,We;V.ori==0?(w(ae,`u-hz`),He=C,We=k):(w(ae,`u-vt`),He=k,We=C);let H={};for(let e in I){let t=I[e];(t.min!=null||t.max!=null)&&(H[e]={min:t.min,max:t.max},t.min=t.max=null)}let qe=s.tzDate||(e=>new Date(Ce(e/_e))),Qe=s.fmtDate||bt,rt=_e==1?zt(qe):Ht(qe),it=Wt(qe,Ut(_e==1?Rt:Vt,Qe)),st=Jt(qe,qt(`{YYYY}-{MM}-{DD} {h}:{mm}{aa}`,Qe)),ct=[],ut=b.legend=ot({},Zt,s.legend),W=b.cursor=ot({},sn,{drag:{y:S==2}},s.cursor),dt=ut.show,ft=W.show,pt=ut.markers;ut.idxs=ct,pt.width=B(pt.width),pt.dash=B(pt.dash),pt.stroke=B(pt.stroke),pt.fill=B(pt.fill);let mt,ht,gt,_t=[],vt=[],yt,xt=!1,St={};if(ut.live){let e=F[1]?F[1].values:null;xt=e!=null,yt=xt?e(b,1,0):{_:0};for(let e in yt)St[e]=`--`}if(dt){if(mt=D(`table`,`u-legend`,ae),gt=D(`tbody`,null,mt),ut.mount(b,mt),xt){ht=D(`thead`,null,mt,gt);let e=D(`tr`,null,ht);for(var Ct in D(`th`,null,e),yt)D(`th`,t,e).textContent=Ct}else w(mt,`u-inline`),ut.live&&w(mt,`u-live`)}let wt={show:!0},Tt={show:!1};function Et(n,r){if(r==0&&(xt||!ut.live||S==2))return Xe;let i=[],a=D(`tr`,`u-series`,gt,gt.childNodes[r]);w(a,n.class),n.show||w(a,e);let o=D(`th`,null,a);if(pt.show){let e=O(`u-marker`,o);if(r>0){let t=pt.width(b,r);t&&(e.style.border=t+`px `+pt.dash(b,r)+` `+pt.stroke(b,r)),e.style.background=pt.fill(b,r)}}let s=O(t,o);for(var c in n.label instanceof HTMLElement?s.appendChild(n.label):s.textContent=n.label,r>0&&(pt.show||(s.style.color=n.width>0?pt.stroke(b,r):pt.fill(b,r)),At(`click`,o,e=>{if(W._lock)return;Sn(e);let t=F.indexOf(n);if((e.ctrlKey||e.metaKey)!=ut.isolate){let e=F.some((e,n)=>n>0&&n!=t&&e.show);F.forEach((n,r)=>{r>0&&bi(r,e?r==t?wt:Tt:wt,!0,$.setSeries)})}else bi(t,{show:!n.show},!0,$.setSeries)},!1),Tn&&At(f,o,e=>{W._lock||(Sn(e),bi(F.indexOf(n),Oi,!0,$.setSeries))},!1)),yt){let e=D(`td`,`u-value`,a);e.textContent=`--`,i.push(e)}return[a,i]}let kt=new Map;function At(e,t,n,r=!0){let i=kt.get(t)||{},a=W.bind[e](b,t,n,r);a&&(se(e,t,i[e]=a),kt.set(t,i))}function jt(e,t,n){let r=kt.get(t)||{};for(let n in r)(e==null||n==e)&&(ce(n,t,r[n]),delete r[n]);e??kt.delete(t)}let Mt=0,Nt=0,G=0,K=0,Pt=0,Ft=0,It=Pt,Kt=Ft,Yt=G,Xt=K,Qt=0,$t=0,en=0,tn=0;b.bbox={};let nn=!1,rn=!1,an=!1,on=!1,cn=!1,ln=!1;function un(e,t,n){(n||e!=b.width||t!=b.height)&&dn(e,t),qr(!1),an=!0,rn=!0,Qr()}function dn(e,t){b.width=Mt=G=e,b.height=Nt=K=t,Pt=Ft=0,mn(),xn();let n=b.bbox;Qt=n.left=Ue(Pt*x,.5),$t=n.top=Ue(Ft*x,.5),en=n.width=Ue(G*x,.5),tn=n.height=Ue(K*x,.5)}function fn(){let e=!1,t=0;for(;!e;){t++;let n=Wr(t),r=Gr(t);e=t==3||n&&r,e||(dn(b.width,b.height),rn=!0)}}function pn({width:e,height:t}){un(e,t)}b.setSize=pn;function mn(){let e=!1,t=!1,n=!1,r=!1;be.forEach((i,a)=>{if(i.show&&i._show){let{side:a,_size:o}=i,s=a%2,c=o+(i.label==null?0:i.labelSize);c>0&&(s?(G-=c,a==3?(Pt+=c,r=!0):n=!0):(K-=c,a==0?(Ft+=c,e=!0):t=!0))}}),Kn[0]=e,Kn[1]=n,Kn[2]=t,Kn[3]=r,G-=Zn[1]+Zn[3],Pt+=Zn[3],K-=Zn[2]+Zn[0],Ft+=Zn[0]}function xn(){let e=Pt+G,t=Ft+K,n=Pt,r=Ft;function i(i,a){switch(i){case 1:return e+=a,e-a;case 2:return t+=a,t-a;case 3:return n-=a,n+a;case 0:return r-=a,r+a}}be.forEach((e,t)=>{if(e.show&&e._show){let t=e.side;e._pos=i(t,e._size),e.label!=null&&(e._lpos=i(t,e.labelSize))}})}if(W.dataIdx==null){let e=W.hover,t=e.skip=new Set(e.skip??[]);t.add(void 0);let n=e.prox=B(e.prox),r=e.bias??=0;W.dataIdx=(e,i,a,o)=>{if(i==0)return a;let s=a,c=n(e,i,a,o)??z,l=c>=0&&c<z,u=V.ori==0?G:K,d=W.left,f=h[0],p=h[i];if(t.has(p[a])){s=null;let e=null,n=null,i;if(r==0||r==-1)for(i=a;e==null&&i-->0;)t.has(p[i])||(e=i);if(r==0||r==1)for(i=a;n==null&&i++<p.length;)t.has(p[i])||(n=i);if(e!=null||n!=null){if(l){let t=e==null?-1/0:He(f[e],V,u,0),r=n==null?1/0:He(f[n],V,u,0),i=d-t,a=r-d;i<=a?i<=c&&(s=e):a<=c&&(s=n)}else s=n==null?e:e==null?n:a-e<=n-a?e:n}}else l&&Se(d-He(f[a],V,u,0))>c&&(s=null);return s}}let Sn=e=>{W.event=e};W.idxs=ct,W._lock=!1;let Cn=W.points;Cn.show=B(Cn.show),Cn.size=B(Cn.size),Cn.stroke=B(Cn.stroke),Cn.width=B(Cn.width),Cn.fill=B(Cn.fill);let wn=b.focus=ot({},s.focus||{alpha:.3},W.focus),Tn=wn.prox>=0,jn=Tn&&Cn.one,Mn=[],Nn=[],zn=[];function Vn(e,t){let n=Cn.show(b,t);if(n instanceof HTMLElement)return w(n,`u-cursor-pt`),w(n,e.class),ee(n,-10,-10,G,K),M.insertBefore(n,Mn[t]),n}function Hn(e,t){if(S==1||t>0){let t=S==1&&I[e.scale].time,n=e.value;e.value=t?et(n)?Jt(qe,qt(n,Qe)):n||st:n||On,e.label=e.label||(t?`Time`:`Value`)}if(jn||t>0){e.width=e.width==null?1:e.width,e.paths=e.paths||gr||Re,e.fillTo=B(e.fillTo||Un),e.pxAlign=+P(e.pxAlign,N),e.pxRound=Jn(e.pxAlign),e.stroke=B(e.stroke||null),e.fill=B(e.fill||null),e._stroke=e._fill=e._paths=e._focus=null;let t=An(Ee(1,e.width),1),n=e.points=ot({},{size:t,width:Ee(1,t*.2),stroke:e.stroke,space:t*2,paths:_r,_stroke:null,_fill:null},e.points);n.show=B(n.show),n.filter=B(n.filter),n.fill=B(n.fill),n.stroke=B(n.stroke),n.paths=B(n.paths),n.pxAlign=e.pxAlign}if(dt){let n=Et(e,t);_t.splice(t,0,n[0]),vt.splice(t,0,n[1]),ut.values.push(null)}if(ft){ct.splice(t,0,null);let n=null;jn?t==0&&(n=Vn(e,t)):t>0&&(n=Vn(e,t)),Mn.splice(t,0,n),Nn.splice(t,0,0),zn.splice(t,0,0)}ra(`addSeries`,t)}function Wn(e,t){t??=F.length,e=S==1?br(e,t,gn,Fn):br(e,t,{},Pn),F.splice(t,0,e),Hn(F[t],t)}b.addSeries=Wn;function Gn(e){if(F.splice(e,1),dt){ut.values.splice(e,1),vt.splice(e,1);let t=_t.splice(e,1)[0];jt(null,t.firstChild),t.remove()}ft&&(ct.splice(e,1),Mn.splice(e,1)[0].remove(),Nn.splice(e,1),zn.splice(e,1)),ra(`delSeries`,e)}b.delSeries=Gn;let Kn=[!1,!1,!1,!1];function qn(e,t){if(e._show=e.show,e.show){let n=e.side%2,r=I[e.scale];r??=(e.scale=n?F[1].scale:R,I[e.scale]);let i=r.time;e.size=B(e.size),e.space=B(e.space),e.rotate=B(e.rotate),Ze(e.incrs)&&e.incrs.forEach(e=>{!Ge.has(e)&&Ge.set(e,Ke(e))}),e.incrs=B(e.incrs||(r.distr==2?Dt:i?_e==1?Lt:Bt:Ot)),e.splits=B(e.splits||(i&&r.distr==1?rt:r.distr==3?yn:r.distr==4?bn:vn)),e.stroke=B(e.stroke),e.grid.stroke=B(e.grid.stroke),e.ticks.stroke=B(e.ticks.stroke),e.border.stroke=B(e.border.stroke);let a=e.values;e.values=Ze(a)&&!Ze(a[0])?B(a):i?Ze(a)?Wt(qe,Ut(a,Qe)):et(a)?Gt(qe,a):a||it:a||_n,e.filter=B(e.filter||(r.distr>=3&&r.log==10?En:r.distr==3&&r.log==2?Dn:Le)),e.font=kr(e.font),e.labelFont=kr(e.labelFont),e._size=e.size(b,null,t,0),e._space=e._rotate=e._incrs=e._found=e._splits=e._values=null,e._size>0&&(Kn[t]=!0,e._el=O(`u-axis`,j))}}function Yn(e,t,n,r){let[i,a,o,s]=n,c=t%2,l=0;return c==0&&(s||a)&&(l=t==0&&!i||t==2&&!o?Ce(hn.size/3):0),c==1&&(i||o)&&(l=t==1&&!a||t==3&&!s?Ce(kn.size/2):0),l}let Xn=b.padding=(s.padding||[Yn,Yn,Yn,Yn]).map(e=>B(P(e,Yn))),Zn=b._padding=Xn.map((e,t)=>e(b,t,Kn,0)),q,J=null,Y=null,Qn=S==1?F[0].idxs:null,$n=null,er=!1;function tr(e,t){if(h=e??[],b.data=b._data=h,S==2){q=0;for(let e=1;e<F.length;e++)q+=h[e][0].length}else{h.length==0&&(b.data=b._data=h=[[]]),$n=h[0],q=$n.length;let e=h;if(Ve==2){e=h.slice();let t=e[0]=Array(q);for(let e=0;e<q;e++)t[e]=e}b._data=h=e}if(qr(!0),ra(`setData`),Ve==2&&(an=!0),t!==!1){let e=V;e.auto(b,er)?nr():yi(R,e.min,e.max),on||=W.left>=0,ln=!0,Qr()}}b.setData=tr;function nr(){er=!0;let e,t;S==1&&(q>0?(J=Qn[0]=0,Y=Qn[1]=q-1,e=h[0][J],t=h[0][Y],Ve==2?(e=J,t=Y):e==t&&(Ve==3?[e,t]=fe(e,e,V.log,!1):Ve==4?[e,t]=pe(e,e,V.log,!1):V.time?t=e+Ce(86400/_e):[e,t]=ve(e,t,me,!0))):(J=Qn[0]=e=null,Y=Qn[1]=t=null)),yi(R,e,t)}let rr,ir,ar,or,sr,cr,lr,ur,dr,fr;function pr(e,t,n,r,i,a){e??=c,n??=Ye,r??=`butt`,i??=c,a??=`round`,e!=rr&&(A.strokeStyle=rr=e),i!=ir&&(A.fillStyle=ir=i),t!=ar&&(A.lineWidth=ar=t),a!=sr&&(A.lineJoin=sr=a),r!=cr&&(A.lineCap=cr=r),n!=or&&A.setLineDash(or=n)}function hr(e,t,n,r){t!=ir&&(A.fillStyle=ir=t),e!=lr&&(A.font=lr=e),n!=ur&&(A.textAlign=ur=n),r!=dr&&(A.textBaseline=dr=r)}function jr(e,t,n,r,i=0){if(r.length>0&&e.auto(b,er)&&(t==null||t.min==null)){let t=P(J,0),a=P(Y,r.length-1),o=n.min==null?de(r,t,a,i,e.distr==3):[n.min,n.max];e.min=Te(e.min,n.min=o[0]),e.max=Ee(e.max,n.max=o[1])}}let Mr={min:null,max:null};function Nr(){for(let e in I){let t=I[e];H[e]==null&&(t.min==null||H[R]!=null&&t.auto(b,er))&&(H[e]=Mr)}for(let e in I){let t=I[e];H[e]==null&&t.from!=null&&H[t.from]!=null&&(H[e]=Mr)}H[R]!=null&&qr(!0);let e={};for(let t in H){let n=H[t];if(n!=null){let r=e[t]=at(I[t],nt);if(n.min!=null)ot(r,n);else if(t!=R||S==2){if(q==0&&r.from==null){let e=r.range(b,null,null,t);r.min=e[0],r.max=e[1]}else r.min=z,r.max=-1/0}}}if(q>0){F.forEach((t,n)=>{if(S==1){let r=t.scale,i=H[r];if(i==null)return;let a=e[r];if(n==0){let e=a.range(b,a.min,a.max,r);a.min=e[0],a.max=e[1],J=le(a.min,h[0]),Y=le(a.max,h[0]),Y-J>1&&(h[0][J]<a.min&&J++,h[0][Y]>a.max&&Y--),t.min=$n[J],t.max=$n[Y]}else t.show&&t.auto&&jr(a,i,t,h[n],t.sorted);t.idxs[0]=J,t.idxs[1]=Y}else if(n>0&&t.show&&t.auto){let[r,i]=t.facets,a=r.scale,o=i.scale,[s,c]=h[n],l=e[a],u=e[o];l!=null&&jr(l,H[a],r,s,r.sorted),u!=null&&jr(u,H[o],i,c,i.sorted),t.min=i.min,t.max=i.max}});for(let t in e){let n=e[t],r=H[t];if(n.from==null&&(r==null||r.min==null)){let e=n.range(b,n.min==z?null:n.min,n.max==-1/0?null:n.max,t);n.min=e[0],n.max=e[1]}}}for(let t in e){let n=e[t];if(n.from!=null){let r=e[n.from];if(r.min==null)n.min=n.max=null;else{let e=n.range(b,r.min,r.max,t);n.min=e[0],n.max=e[1]}}}let t={},n=!1;for(let r in e){let i=e[r],a=I[r];if(a.min!=i.min||a.max!=i.max){a.min=i.min,a.max=i.max;let e=a.distr;a._min=e==3?ke(a.min):e==4?Me(a.min,a.asinh):e==100?a.fwd(a.min):a.min,a._max=e==3?ke(a.max):e==4?Me(a.max,a.asinh):e==100?a.fwd(a.max):a.max,t[r]=n=!0}}if(n){F.forEach((e,n)=>{S==2?n>0&&t.y&&(e._paths=null):t[e.scale]&&(e._paths=null)});for(let e in t)an=!0,ra(`setScale`,e);ft&&W.left>=0&&(on=ln=!0)}for(let e in H)H[e]=null}function Pr(e){let t=Pe(J-1,0,q-1),n=Pe(Y+1,0,q-1);for(;e[t]==null&&t>0;)t--;for(;e[n]==null&&n<q-1;)n++;return[t,n]}function Fr(){if(q>0){let e=F.some(e=>e._focus)&&fr!=wn.alpha;e&&(A.globalAlpha=fr=wn.alpha),F.forEach((e,t)=>{if(t>0&&e.show&&(Ir(t,!1),Ir(t,!0),e._paths==null)){let n=fr;fr!=e.alpha&&(A.globalAlpha=fr=e.alpha);let r=S==2?[0,h[t][0].length-1]:Pr(h[t]);e._paths=e.paths(b,t,r[0],r[1]),fr!=n&&(A.globalAlpha=fr=n)}}),F.forEach((e,t)=>{if(t>0&&e.show){let n=fr;fr!=e.alpha&&(A.globalAlpha=fr=e.alpha),e._paths!=null&&Lr(t,!1);{let n=e._paths==null?null:e._paths.gaps,r=e.points.show(b,t,J,Y,n),i=e.points.filter(b,t,r,n);(r||i)&&(e.points._paths=e.points.paths(b,t,J,Y,i),Lr(t,!0))}fr!=n&&(A.globalAlpha=fr=n),ra(`drawSeries`,t)}}),e&&(A.globalAlpha=fr=1)}}function Ir(e,t){let n=t?F[e].points:F[e];n._stroke=n.stroke(b,e),n._fill=n.fill(b,e)}function Lr(e,t){let n=t?F[e].points:F[e],{stroke:r,fill:i,clip:a,flags:o,_stroke:s=n._stroke,_fill:c=n._fill,_width:l=n.width}=n._paths;l=U(l*x,3);let u=null,d=l%2/2;t&&c==null&&(c=l>0?`#fff`:s);let f=n.pxAlign==1&&d>0;if(f&&A.translate(d,d),!t){let e=Qt-l/2,t=$t-l/2,n=en+l,r=tn+l;u=new Path2D,u.rect(e,t,n,r)}t?zr(s,l,n.dash,n.cap,c,r,i,o,a):Rr(e,s,l,n.dash,n.cap,c,r,i,o,u,a),f&&A.translate(-d,-d)}function Rr(e,t,n,r,i,a,o,s,c,l,u){let d=!1;c!=0&&L.forEach((f,p)=>{if(f.series[0]==e){let e=F[f.series[1]],m=h[f.series[1]],g=(e._paths||Je).band;Ze(g)&&(g=f.dir==1?g[0]:g[1]);let _,v=null;e.show&&g&&ye(m,J,Y)?(v=f.fill(b,p)||a,_=e._paths.clip):g=null,zr(t,n,r,i,v,o,s,c,l,u,_,g),d=!0}}),d||zr(t,n,r,i,a,o,s,c,l,u)}function zr(e,t,n,r,i,a,o,s,c,l,u,d){pr(e,t,n,r,i),(c||l||d)&&(A.save(),c&&A.clip(c),l&&A.clip(l)),d?(s&3)==3?(A.clip(d),u&&A.clip(u),Vr(i,o),Br(e,a,t)):s&2?(Vr(i,o),A.clip(d),Br(e,a,t)):s&1&&(A.save(),A.clip(d),u&&A.clip(u),Vr(i,o),A.restore(),Br(e,a,t)):(Vr(i,o),Br(e,a,t)),(c||l||d)&&A.restore()}function Br(e,t,n){n>0&&(t instanceof Map?t.forEach((e,t)=>{A.strokeStyle=rr=t,A.stroke(e)}):t!=null&&e&&A.stroke(t))}function Vr(e,t){t instanceof Map?t.forEach((e,t)=>{A.fillStyle=ir=t,A.fill(e)}):t!=null&&e&&A.fill(t)}function Hr(e,t,n,r){let i=be[e],a;if(r<=0)a=[0,0];else{let o=i._space=i.space(b,e,t,n,r);a=Or(t,n,i._incrs=i.incrs(b,e,t,n,r,o),r,o)}return i._found=a}function Ur(e,t,n,r,i,a,o,s,c,l){let u=o%2/2;N==1&&A.translate(u,u),pr(s,o,c,l,s),A.beginPath();let d,f,p,m,h=i+(r==0||r==3?-a:a);n==0?(f=i,m=h):(d=i,p=h);for(let r=0;r<e.length;r++)t[r]!=null&&(n==0?d=p=e[r]:f=m=e[r],A.moveTo(d,f),A.lineTo(p,m));A.stroke(),N==1&&A.translate(-u,-u)}function Wr(e){let t=!0;return be.forEach((n,r)=>{if(!n.show)return;let i=I[n.scale];if(i.min==null){n._show&&(t=!1,n._show=!1,qr(!1));return}n._show||(t=!1,n._show=!0,qr(!1));let a=n.side,o=a%2,{min:s,max:c}=i,[l,u]=Hr(r,s,c,o==0?G:K);if(u==0)return;let d=i.distr==2,f=n._splits=n.splits(b,r,s,c,l,u,d),p=i.distr==2?f.map(e=>$n[e]):f,m=i.distr==2?$n[f[1]]-$n[f[0]]:l,h=n._values=n.values(b,n.filter(b,p,r,u,m),r,u,m);n._rotate=a==2?n.rotate(b,h,r,u):0;let g=n._size;n._size=we(n.size(b,h,r,e)),g!=null&&n._size!=g&&(t=!1)}),t}function Gr(e){let t=!0;return Xn.forEach((n,r)=>{let i=n(b,r,Kn,e);i!=Zn[r]&&(t=!1),Zn[r]=i}),t}function Kr(){for(let e=0;e<be.length;e++){let t=be[e];if(!t.show||!t._show)continue;let n=t.side,r=n%2,s,c,l=t.stroke(b,e),u=n==0||n==3?-1:1,[d,f]=t._found;if(t.label!=null){let a=t.labelGap*u,o=Ce((t._lpos+a)*x);hr(t.labelFont[0],l,`center`,n==2?`top`:i),A.save(),r==1?(s=c=0,A.translate(o,Ce($t+tn/2)),A.rotate((n==3?-xe:xe)/2)):(s=Ce(Qt+en/2),c=o);let p=Fe(t.label)?t.label(b,e,d,f):t.label;A.fillText(p,s,c),A.restore()}if(f==0)continue;let p=I[t.scale],m=r==0?en:tn,h=r==0?Qt:$t,g=t._splits,_=p.distr==2?g.map(e=>$n[e]):g,v=p.distr==2?$n[g[1]]-$n[g[0]]:d,y=t.ticks,S=t.border,C=y.show?y.size:0,w=Ce(C*x),T=Ce((t.alignTo==2?t._size-C-t.gap:t.gap)*x),E=t._rotate*-xe/180,D=ge(t._pos*x),O=D+(w+T)*u;c=r==0?O:0,s=r==1?O:0;let k=t.font[0];hr(k,l,t.align==1?a:t.align==2?o:E>0?a:E<0?o:r==0?`center`:n==3?o:a,E||r==1?`middle`:n==2?`top`:i);let ee=t.font[1]*t.lineGap,ne=g.map(e=>ge(te(e,p,m,h))),re=t._values;for(let e=0;e<re.length;e++){let t=re[e];if(t!=null){r==0?s=ne[e]:c=ne[e],t=``+t;let n=t.indexOf(`\n`)==-1?[t]:t.split(/\\n/gm);for(let e=0;e<n.length;e++){let t=n[e];E?(A.save(),A.translate(s,c+e*ee),A.rotate(E),A.fillText(t,0,0),A.restore()):A.fillText(t,s,c+e*ee)}}}y.show&&Ur(ne,y.filter(b,_,e,f,v),r,n,D,w,U(y.width*x,3),y.stroke(b,e),y.dash,y.cap);let ie=t.grid;ie.show&&Ur(ne,ie.filter(b,_,e,f,v),r,r==0?2:1,r==0?$t:Qt,r==0?tn:en,U(ie.width*x,3),ie.stroke(b,e),ie.dash,ie.cap),S.show&&Ur([D],[1],+(r==0),r==0?1:2,r==1?$t:Qt,r==1?tn:en,U(S.width*x,3),S.stroke(b,e),S.dash,S.cap)}ra(`drawAxes`)}function qr(e){F.forEach((t,n)=>{n>0&&(t._paths=null,e&&(S==1?(t.min=null,t.max=null):t.facets.forEach(e=>{e.min=null,e.max=null})))})}let Jr=!1,Yr=!1,Xr=[];function Zr(){Yr=!1;for(let e=0;e<Xr.length;e++)ra(...Xr[e]);Xr.length=0}function Qr(){Jr||=(lt(ei),!0)}function $r(e,t=!1){Jr=!0,Yr=t,e(b),ei(),t&&Xr.length>0&&queueMicrotask(Zr)}b.batch=$r;function ei(){if(nn&&=(Nr(),!1),an&&=(fn(),!1),rn){if(E(ue,a,Pt),E(ue,`top`,Ft),E(ue,n,G),E(ue,r,K),E(M,a,Pt),E(M,`top`,Ft),E(M,n,G),E(M,r,K),E(j,n,Mt),E(j,r,Nt),oe.width=Ce(Mt*x),oe.height=Ce(Nt*x),be.forEach(({_el:t,_show:n,_size:r,_pos:i,side:a})=>{if(t!=null){if(n){let n=a===3||a===0?r:0,o=a%2==1;E(t,o?`left`:`top`,i-n),E(t,o?`width`:`height`,r),E(t,o?`top`:`left`,o?Ft:Pt),E(t,o?`height`:`width`,o?K:G),T(t,e)}else w(t,e)}}),rr=ir=ar=sr=cr=lr=ur=dr=or=null,fr=1,Vi(!0),Pt!=It||Ft!=Kt||G!=Yt||K!=Xt){qr(!1);let e=G/Yt,t=K/Xt;if(ft&&!on&&W.left>=0){W.left*=e,W.top*=t,ii&&ee(ii,Ce(W.left),0,G,K),ai&&ee(ai,0,Ce(W.top),G,K);for(let n=0;n<Mn.length;n++){let r=Mn[n];r!=null&&(Nn[n]*=e,zn[n]*=t,ee(r,we(Nn[n]),we(zn[n]),G,K))}}if(Q.show&&!cn&&Q.left>=0&&Q.width>0){Q.left*=e,Q.width*=e,Q.top*=t,Q.height*=t;for(let e in Wi)E(gi,e,Q[e])}It=Pt,Kt=Ft,Yt=G,Xt=K}ra(`setSize`),rn=!1}Mt>0&&Nt>0&&(A.clearRect(0,0,oe.width,oe.height),ra(`drawClear`),Ae.forEach(e=>e()),ra(`draw`)),Q.show&&cn&&(_i(Q),cn=!1),ft&&on&&(zi(null,!0,!1),on=!1),ut.show&&ut.live&&ln&&(Li(),ln=!1),re||(re=!0,b.status=1,ra(`ready`)),er=!1,Jr=!1}b.redraw=(e,t)=>{an=t||!1,e===!1?Qr():yi(R,V.min,V.max)};function ti(e,t){let n=I[e];if(n.from==null){if(q==0){let r=n.range(b,t.min,t.max,e);t.min=r[0],t.max=r[1]}if(t.min>t.max){let e=t.min;t.min=t.max,t.max=e}if(q>1&&t.min!=null&&t.max!=null&&t.max-t.min<1e-16)return;e==R&&n.distr==2&&q>0&&(t.min=le(t.min,h[0]),t.max=le(t.max,h[0]),t.min==t.max&&t.max++),H[e]=t,nn=!0,Qr()}}b.setScale=ti;let ni,ri,ii,ai,oi,si,ci,li,ui,di,X,Z,fi=!1,pi=W.drag,mi=pi.x,hi=pi.y;ft&&(W.x&&(ni=O(`u-cursor-x`,M)),W.y&&(ri=O(`u-cursor-y`,M)),V.ori==0?(ii=ni,ai=ri):(ii=ri,ai=ni),X=W.left,Z=W.top);let Q=b.select=ot({show:!0,over:!0,left:0,width:0,top:0,height:0},s.select),gi=Q.show?O(`u-select`,Q.over?M:ue):null;function _i(e,t){if(Q.show){for(let t in e)Q[t]=e[t],t in Wi&&E(gi,t,e[t]);t!==!1&&ra(`setSelect`)}}b.setSelect=_i;function vi(t){if(F[t].show)dt&&T(_t[t],e);else if(dt&&w(_t[t],e),ft){let e=jn?Mn[0]:Mn[t];e!=null&&ee(e,-10,-10,G,K)}}function yi(e,t,n){ti(e,{min:t,max:n})}function bi(e,t,n,r){t.focus!=null&&ki(e),t.show!=null&&F.forEach((n,r)=>{r>0&&(e==r||e==null)&&(n.show=t.show,vi(r),S==2?(yi(n.facets[0].scale,null,null),yi(n.facets[1].scale,null,null)):yi(n.scale,null,null),Qr())}),n!==!1&&ra(`setSeries`,e,t),r&&sa(`setSeries`,b,e,t)}b.setSeries=bi;function xi(e,t){ot(L[e],t)}function Si(e,t){e.fill=B(e.fill||null),e.dir=P(e.dir,-1),t??=L.length,L.splice(t,0,e)}function Ci(e){e==null?L.length=0:L.splice(e,1)}b.addBand=Si,b.setBand=xi,b.delBand=Ci;function wi(e,t){F[e].alpha=t,ft&&Mn[e]!=null&&(Mn[e].style.opacity=t),dt&&_t[e]&&(_t[e].style.opacity=t)}let Ti,Ei,Di,Oi={focus:!0};function ki(e){if(e!=Di){let t=e==null,n=wn.alpha!=1;F.forEach((r,i)=>{if(S==1||i>0){let a=t||i==0||i==e;r._focus=t?null:a,n&&wi(i,a?1:wn.alpha)}}),Di=e,n&&Qr()}}dt&&Tn&&At(p,mt,e=>{W._lock||(Sn(e),Di!=null&&bi(null,Oi,!0,$.setSeries))});function Ai(e,t,n){let r=I[t];n&&(e=e/x-(r.ori==1?Ft:Pt));let i=G;r.ori==1&&(i=K,e=i-e),r.dir==-1&&(e=i-e);let a=r._min,o=r._max,s=e/i,c=a+(o-a)*s,l=r.distr;return l==3?De(10,c):l==4?je(c,r.asinh):l==100?r.bwd(c):c}function ji(e,t){return le(Ai(e,R,t),h[0],J,Y)}b.valToIdx=e=>le(e,h[0]),b.posToIdx=ji,b.posToVal=Ai,b.valToPos=(e,t,n)=>I[t].ori==0?C(e,I[t],n?en:G,n?Qt:0):k(e,I[t],n?tn:K,n?$t:0),b.setCursor=(e,t,n)=>{X=e.left,Z=e.top,zi(null,t,n)};function Mi(e,t){E(gi,a,Q.left=e),E(gi,n,Q.width=t)}function Ni(e,t){E(gi,`top`,Q.top=e),E(gi,r,Q.height=t)}let Pi=V.ori==0?Mi:Ni,Fi=V.ori==1?Mi:Ni;function Ii(){if(dt&&ut.live)for(let e=+(S==2);e<F.length;e++){if(e==0&&xt)continue;let t=ut.values[e],n=0;for(let r in t)vt[e][n++].firstChild.nodeValue=t[r]}}function Li(e,t){if(e!=null&&(e.idxs?e.idxs.forEach((e,t)=>{ct[t]=e}):$e(e.idx)||ct.fill(e.idx),ut.idx=ct[0]),dt&&ut.live){for(let e=0;e<F.length;e++)(e>0||S==1&&!xt)&&Ri(e,ct[e]);Ii()}ln=!1,t!==!1&&ra(`setLegend`)}b.setLegend=Li;function Ri(e,t){let n=F[e],r=e==0&&Ve==2?$n:h[e],i;xt?i=n.values(b,e,t)??St:(i=n.value(b,t==null?null:r[t],e,t),i=i==null?St:{_:i}),ut.values[e]=i}function zi(e,t,n){ui=X,di=Z,[X,Z]=W.move(b,X,Z),W.left=X,W.top=Z,ft&&(ii&&ee(ii,Ce(X),0,G,K),ai&&ee(ai,0,Ce(Z),G,K));let r,i=J>Y;Ti=z,Ei=null;let a=V.ori==0?G:K,o=V.ori==1?G:K;if(X<0||q==0||i){r=W.idx=null;for(let e=0;e<F.length;e++){let t=Mn[e];t!=null&&ee(t,-10,-10,G,K)}Tn&&bi(null,Oi,!0,e==null&&$.setSeries),ut.live&&(ct.fill(r),ln=!0)}else{let e,t,n;S==1&&(e=V.ori==0?X:Z,t=Ai(e,R),r=W.idx=le(t,h[0],J,Y),n=He(h[0][r],V,a,0));let i=-10,s=-10,c=0,l=0,u=!0,d=``,f=``;for(let e=+(S==2);e<F.length;e++){let p=F[e],m=ct[e],g=m==null?null:S==1?h[e][m]:h[e][1][m],_=W.dataIdx(b,e,r,t),v=_==null?null:S==1?h[e][_]:h[e][1][_];if(ln=ln||v!=g||_!=m,ct[e]=_,e>0&&p.show){let t=_==null?-10:_==r?n:He(S==1?h[0][_]:h[e][0][_],V,a,0),m=v==null?-10:We(v,S==1?I[p.scale]:I[p.facets[1].scale],o,0);if(Tn&&v!=null){let t=V.ori==1?X:Z,n=Se(wn.dist(b,e,_,m,t));if(n<Ti){let r=wn.bias;if(r!=0){let i=Ai(t,p.scale),a=v>=0?1:-1,o=i>=0?1:-1;o==a&&(o==1?r==1?v>=i:v<=i:r==1?v<=i:v>=i)&&(Ti=n,Ei=e)}else Ti=n,Ei=e}}if(ln||jn){let n,r;V.ori==0?(n=t,r=m):(n=m,r=t);let a,o,p,h,g,_,v=!0,y=Cn.bbox;if(y!=null){v=!1;let t=y(b,e);p=t.left,h=t.top,a=t.width,o=t.height}else p=n,h=r,a=o=Cn.size(b,e);if(_=Cn.fill(b,e),g=Cn.stroke(b,e),jn)e==Ei&&Ti<=wn.prox&&(i=p,s=h,c=a,l=o,u=v,d=_,f=g);else{let t=Mn[e];t!=null&&(Nn[e]=p,zn[e]=h,ie(t,a,o,v),ne(t,_,g),ee(t,we(p),we(h),G,K))}}}}if(jn){let e=wn.prox;if(ln||(Di==null?Ti<=e:Ti>e||Ei!=Di)){let e=Mn[0];e!=null&&(Nn[0]=i,zn[0]=s,ie(e,c,l,u),ne(e,d,f),ee(e,we(i),we(s),G,K))}}}if(Q.show&&fi){if(e!=null){let[t,n]=$.scales,[r,i]=$.match,[s,c]=e.cursor.sync.scales,l=e.cursor.drag;if(mi=l._x,hi=l._y,mi||hi){let{left:l,top:u,width:d,height:f}=e.select,p=e.scales[s].ori,m=e.posToVal,h,g,_,v,y,b=t!=null&&r(t,s),x=n!=null&&i(n,c);b&&mi?(p==0?(h=l,g=d):(h=u,g=f),_=I[t],v=He(m(h,s),_,a,0),y=He(m(h+g,s),_,a,0),Pi(Te(v,y),Se(y-v))):Pi(0,a),x&&hi?(p==1?(h=l,g=d):(h=u,g=f),_=I[n],v=We(m(h,c),_,o,0),y=We(m(h+g,c),_,o,0),Fi(Te(v,y),Se(y-v))):Fi(0,o)}else Gi()}else{let e=Se(ui-oi),t=Se(di-si);if(V.ori==1){let n=e;e=t,t=n}mi=pi.x&&e>=pi.dist,hi=pi.y&&t>=pi.dist;let n=pi.uni;n==null?pi.x&&pi.y&&(mi||hi)&&(mi=hi=!0):mi&&hi&&(mi=e>=n,hi=t>=n,!mi&&!hi&&(t>e?hi=!0:mi=!0));let r,i;mi&&(V.ori==0?(r=ci,i=X):(r=li,i=Z),Pi(Te(r,i),Se(i-r)),hi||Fi(0,o)),hi&&(V.ori==1?(r=ci,i=X):(r=li,i=Z),Fi(Te(r,i),Se(i-r)),mi||Pi(0,a)),!mi&&!hi&&(Pi(0,0),Fi(0,0))}}if(pi._x=mi,pi._y=hi,e==null){if(n){if(aa!=null){let[e,t]=$.scales;$.values[0]=e==null?null:Ai(V.ori==0?X:Z,e),$.values[1]=t==null?null:Ai(V.ori==1?X:Z,t)}sa(l,b,X,Z,G,K,r)}if(Tn){let e=n&&$.setSeries,t=wn.prox;Di==null?Ti<=t&&bi(Ei,Oi,!0,e):Ti>t?bi(null,Oi,!0,e):Ei!=Di&&bi(Ei,Oi,!0,e)}}ln&&(ut.idx=r,Li()),t!==!1&&ra(`setCursor`)}let Bi=null;Object.defineProperty(b,"rect",{get(){return Bi??Vi(!1),Bi}});function Vi(e=!1){e?Bi=null:(Bi=M.getBoundingClientRect(),ra(`syncRect`,Bi))}function Hi(e,t,n,r,i,a,o){W._lock||fi&&e!=null&&e.movementX==0&&e.movementY==0||(Ui(e,t,n,r,i,a,o,!1,e!=null),e==null?zi(t,!0,!1):zi(null,!0,!0))}function Ui(e,t,n,r,i,a,o,s,c){if(Bi??Vi(!1),Sn(e),e!=null)n=e.clientX-Bi.left,r=e.clientY-Bi.top;else{if(n<0||r<0){X=-10,Z=-10;return}let[e,o]=$.scales,s=t.cursor.sync,[c,l]=s.values,[u,d]=s.scales,[f,p]=$.match,m=t.axes[0].side%2==1,h=V.ori==0?G:K,g=V.ori==1?G:K,_=m?a:i,v=m?i:a,y=m?r:n,b=m?n:r;if(n=u==null?y/_*h:f(e,u)?te(c,I[e],h,0):-10,r=d==null?b/v*g:p(o,d)?te(l,I[o],g,0):-10,V.ori==1){let e=n;n=r,r=e}}c&&(t==null||t.cursor.event.type==l)&&((n<=1||n>=G-1)&&(n=Ue(n,G)),(r<=1||r>=K-1)&&(r=Ue(r,K))),s?(oi=n,si=r,[ci,li]=W.move(b,n,r)):(X=n,Z=r)}let Wi={width:0,height:0,left:0,top:0};function Gi(){_i(Wi,!1)}let Ki,qi,Ji,Yi;function Xi(e,t,n,r,i,a,o){fi=!0,mi=hi=pi._x=pi._y=!1,Ui(e,t,n,r,i,a,o,!0,!1),e!=null&&(At(d,v,Zi,!1),sa(u,b,ci,li,G,K,null));let{left:s,top:c,width:l,height:f}=Q;Ki=s,qi=c,Ji=l,Yi=f}function Zi(e,t,n,r,i,a,o){fi=pi._x=pi._y=!1,Ui(e,t,n,r,i,a,o,!1,!0);let{left:s,top:c,width:l,height:u}=Q,f=l>0||u>0,p=Ki!=s||qi!=c||Ji!=l||Yi!=u;if(f&&p&&_i(Q),pi.setScale&&f&&p){let e=s,t=l,n=c,r=u;if(V.ori==1&&(e=c,t=u,n=s,r=l),mi&&yi(R,Ai(e,R),Ai(e+t,R)),hi)for(let e in I){let t=I[e];e!=R&&t.from==null&&t.min!=z&&yi(e,Ai(n+r,e),Ai(n,e))}Gi()}else W.lock&&(W._lock=!W._lock,zi(t,!0,e!=null));e!=null&&(jt(d,v),sa(d,b,X,Z,G,K,null))}function Qi(e,t,n,r,i,a,o){if(W._lock)return;Sn(e);let s=fi;if(fi){let e=!0,t=!0,n,r;V.ori==0?(n=mi,r=hi):(n=hi,r=mi),n&&r&&(e=X<=10||X>=G-10,t=Z<=10||Z>=K-10),n&&e&&(X=X<ci?0:G),r&&t&&(Z=Z<li?0:K),zi(null,!0,!0),fi=!1}X=-10,Z=-10,ct.fill(null),zi(null,!0,!0),s&&(fi=s)}function $i(e,t,n,r,i,a,o){W._lock||(Sn(e),nr(),Gi(),e!=null&&sa(m,b,X,Z,G,K,null))}function ea(){be.forEach(Ar),un(b.width,b.height,!0)}se(g,y,ea);let ta={};ta.mousedown=Xi,ta.mousemove=Hi,ta.mouseup=Zi,ta.dblclick=$i,ta.setSeries=(e,t,n,r)=>{let i=$.match[2];n=i(b,t,n),n!=-1&&bi(n,r,!0,!1)},ft&&(At(u,M,Xi),At(l,M,Hi),At(f,M,e=>{Sn(e),Vi(!1)}),At(p,M,Qi),At(m,M,$i),mr.add(b),b.syncRect=Vi);let na=b.hooks=s.hooks||{};function ra(e,t,n){Yr?Xr.push([e,t,n]):e in na&&na[e].forEach(e=>{e.call(null,b,t,n)})}(s.plugins||[]).forEach(e=>{for(let t in e.hooks)na[t]=(na[t]||[]).concat(e.hooks[t])});let ia=(e,t,n)=>n,$=ot({key:null,setSeries:!1,filters:{pub:ze,sub:ze},scales:[R,F[1]?F[1].scale:null],match:[Be,Be,ia],values:[null,null]},W.sync);$.match.length==2&&$.match.push(ia),W.sync=$;let aa=$.key,oa=Bn(aa);function sa(e,t,n,r,i,a,o){$.filters.pub(e,t,n,r,i,a,o)&&oa.pub(e,t,n,r,i,a,o)}oa.sub(b);function ca(e,t,n,r,i,a,o){$.filters.sub(e,t,n,r,i,a,o)&&ta[e](null,t,n,r,i,a,o)}b.pub=ca;function la(){oa.unsub(b),mr.delete(b),kt.clear(),ce(g,y,ea),ae.remove(),mt?.remove(),ra(`destroy`)}b.destroy=la;function ua(){ra(`init`,s,h),tr(h||s.data,!1),H[R]?ti(R,H[R]):nr(),cn=Q.show&&(Q.width>0||Q.height>0),on=ln=!0,un(s.width,s.height)}return F.forEach(Hn),be.forEach(qn),_?_ instanceof HTMLElement?(_.appendChild(ae),ua()):_(b,ua):ua(),b}jr.assign=ot,jr.fmtNum=I,jr.rangeNum=ve,jr.rangeLog=fe,jr.rangeAsinh=pe,jr.orient=Vn,jr.pxRatio=x,jr.join=ct,jr.fmtDate=bt,jr.tzDate=St,jr.sync=Bn;{jr.addGap=Kn,jr.clipGaps=Gn;let e=jr.paths={points:rr};e.linear=sr,e.stepped=cr,e.bars=ur,e.spline=fr}[`B`,`KB`,`MB`,`GB`,`TB`].map((e,t)=>({name:e,factor:1e3**-t}));function Mr(e){if(!Nr(e))return`–`;let t=Pr(Math.abs(e));return t<1e-6?`0`:Fr(e,Math.min(6,Math.max(0,2-Math.floor(Math.log10(t)))))}function Nr(e){return Number.isFinite(e)&&Math.abs(e)<0x38d7ea4c68000}function Pr(e){return Number(e.toPrecision(3))}function Fr(e,t){let[n=``,r]=Ir(e.toFixed(t)).split(`.`),i=n.replace(/\\B(?=(\\d{3})+$)/g,`,`);return r?`${i}.${r}`:i}function Ir(e){return e.replace(/^-/,`−`)}let Lr=[`base`,`head`,`third`,`fourth`,`fifth`,`sixth`];function Rr(e){let t=[...document.querySelectorAll(`.plot[data-chart]`)].flatMap(t=>{let n=e[Number(t.dataset.chart)];return n?[{host:t,picture:n}]:[]}),n=new Map(t.map(e=>[e.host,e])),r=new IntersectionObserver(e=>{for(let{target:t,isIntersecting:r}of e){let e=n.get(t);r&&e&&!e.plot&&zr(e)}},{rootMargin:`600px`}),i=new ResizeObserver(e=>{for(let{target:t}of e)Br(n.get(t))});for(let e of t.filter(({host:e})=>e.checkVisibility()).slice(0,60))zr(e);for(let e of t)r.observe(e.host),i.observe(e.host),Vr(e);matchMedia(`(prefers-color-scheme: dark)`).addEventListener(`change`,()=>{for(let e of t.filter(({plot:e})=>e))zr(e)})}function zr(e){e.plot?.destroy();let{host:t,picture:n}=e,r=Ur(t),i={width:t.clientWidth,height:t.clientHeight||240},a=[n.x,...n.series.map(({values:e})=>e)];e.plot=new jr(Kr(n,{colours:r,size:i,say:e=>{let r=t.parentElement?.querySelector(`.readout`);r&&(r.textContent=e==null?``:Wr(n,e))}}),a,t)}function Br(e){let{plot:t,host:n}=e??{};t&&n&&n.clientWidth!==0&&n.clientWidth!==t.width&&t.setSize({width:n.clientWidth,height:n.clientHeight})}function Vr(e){let{host:t,picture:n}=e,r=-1;t.addEventListener(`keydown`,t=>{let i=n.x.length-1,a={ArrowLeft:Math.max(0,r-1),ArrowRight:Math.min(i,r+1),Home:0,End:i}[t.key],o=n.x[a??-1],{plot:s}=e;a!==void 0&&o!==void 0&&s&&(t.preventDefault(),r=a,s.setCursor({left:s.valToPos(o,`x`),top:s.over.clientHeight/2}))}),t.addEventListener(`blur`,()=>e.plot?.setCursor({left:-10,top:-10}))}let Hr=[`quiet`,`grid`,`level`,`bad`,...Lr];function Ur(e){let t=e.appendChild(document.createElement(`span`)),n=e=>(t.style.color=`var(--${e})`,getComputedStyle(t).color),r=Object.fromEntries(Hr.map(e=>[e,n(e)]));return t.remove(),r}function Wr(e,t){let n=e.xTexts?.[t]??Mr(e.x[t]??NaN),r=e.series.flatMap(({label:n,values:r})=>{let i=r[t];return i==null?[]:[`${n} ${Mr(i)} ${e.unit}`.trim()]});return`${e.xLabel} ${n}: ${r.length>0?r.join(`, `):`no value`}`}let Gr=`12px system-ui, sans-serif`;function Kr(e,{colours:t,size:n,say:r}){let[i,a]=e.series.flatMap(({shape:e},t)=>e===`edge`?[t+1]:[]),o={stroke:t.quiet,font:Gr,labelFont:Gr,labelSize:18,grid:{stroke:t.grid,width:1},ticks:{stroke:t.grid,width:1,size:4}};return{...n,legend:{show:!1},cursor:{y:!1,drag:{x:!1,y:!1},points:{size:7}},scales:{x:{time:!1,range:Yr(e)},y:{range:[e.y[0],e.y[1]],...e.logarithmic?{distr:3}:{}}},series:[{},...e.series.map(e=>Zr(e,t))],bands:i&&a?[{series:[a,i],fill:ti(t.head,.18)}]:[],axes:[{...o,grid:{show:!1},size:26,label:e.xLabel,...Xr(e)},{...o,size:(e,t)=>14+7*ni(t??[]),values:(e,t)=>t.map(e=>e===null?``:Jr(e)),label:e.yLabel,...qr(e)}],hooks:{drawAxes:e.isPaired?[e=>ei(e,t.quiet)]:[],draw:[n=>$r(n,{marks:e.marks??[],colour:t.bad})],setCursor:[e=>r(e.cursor.idx)]}}}function qr({yTicks:e}){return e?{splits:()=>[...e],filter:(e,t)=>t}:{}}function Jr(e){return Mr(e).replace(/\\.0+$|(\\.\\d*[1-9])0+$/,`$1`)}function Yr({x:e,xFirst:t}){let[n,r]=[t??e[0]??0,e.at(-1)??1],i=(r-n||1)*.02;return[n-i,r+i]}function Xr({x:e,ticks:t,xTexts:n}){let r=t??n?.map((t,n)=>[e[n]??0,t]);if(!r)return{values:(e,t)=>t.map(Jr)};let i=new Map(r);return{splits:e=>{let t=[],n=-1/0;for(let[i,a]of r){let r=e.valToPos(i,`x`);r<n||(t.push(i),n=r+14+7*a.length)}return t},values:(e,t)=>t.map(e=>i.get(e)??``)}}function Zr({colour:e,shape:t,label:n},r){let i=r[e];switch(t){case`line`:return{label:n,stroke:i,width:2,points:{size:6,fill:i,width:0}};case`points`:return{label:n,stroke:i,paths:()=>null,points:{show:!0,size:7,fill:i,width:0}};case`steps`:return{label:n,stroke:i,width:2,dash:[6,5],paths:Qr,points:{show:!1}};case`edge`:return{label:n,stroke:ti(i,.35),width:1,points:{show:!1}}}}let Qr=(e,t,n,r)=>jr.paths.stepped?.({align:1})(e,t,n,r)??null;function $r(e,{marks:t,colour:n}){let{ctx:r,bbox:i}=e;r.save(),r.strokeStyle=n,r.lineWidth=1.5*devicePixelRatio,r.setLineDash([3*devicePixelRatio,3*devicePixelRatio]);for(let n of t){let t=Math.round(e.valToPos(n,`x`,!0));r.beginPath(),r.moveTo(t,i.top),r.lineTo(t,i.top+i.height),r.stroke()}r.restore()}function ei(e,t){let[n=[],...r]=e.data,{ctx:i}=e;i.save(),i.strokeStyle=ti(t,.6),i.lineWidth=1.5*devicePixelRatio;for(let[t,a]of n.entries()){let n=r.flatMap(e=>e[t]??[]);if(n.length<2)continue;let o=e.valToPos(a,`x`,!0);i.beginPath(),i.moveTo(o,e.valToPos(Math.min(...n),`y`,!0)),i.lineTo(o,e.valToPos(Math.max(...n),`y`,!0)),i.stroke()}i.restore()}function ti(e,t){return e.replace(/^rgb\\((.*)\\)$/,`rgba($1, ${t})`)}function ni(e){return Math.max(1,...e.map(e=>String(e??``).length))}function ri(e){let t=e.querySelector(`tbody`),n=e.querySelector(`[role=status]`),r=e.querySelector(`[data-filter]`),i=e.querySelector(`[data-narrow]`);if(!t||!r)return;let a=[...t.rows],o=new Map(a.map(e=>[e,e.textContent.toLowerCase()])),s=``,c=()=>{let t=a.filter(e=>!e.hidden).length,r=`${e.dataset.noun}${a.length===1?``:`s`}`,i=t===a.length?`${t} ${r}`:`${t} of ${a.length} ${r}`;n&&(n.textContent=`${i}${s}`)},l=()=>{let e=r.value.toLowerCase().split(/\\s+/);for(let t of a)t.hidden=!e.every(e=>o.get(t)?.includes(e))||!ii(t.dataset.group,i?.value??``);c()};r.addEventListener(`input`,l),i?.addEventListener(`change`,l),r.addEventListener(`keydown`,({key:e})=>{e===`Escape`&&(r.value=``,l())}),i?.value&&l();for(let n of e.querySelectorAll(`th button`))n.addEventListener(`click`,()=>{let e=ai(n);t.append(...a.toSorted(oi(n,e))),s=`, sorted by ${n.textContent}, ${e}`,c()})}function ii(e,t){return t===``?!0:t.startsWith(`!`)?e!==t.slice(1):e===t}function ai(e){let t=e.closest(`th`),n=t?.getAttribute(`aria-sort`),r=t?.dataset.first===`ascending`?`ascending`:`descending`,i=n===r?r===`ascending`?`descending`:`ascending`:r;for(let e of t?.parentElement?.querySelectorAll(`th[aria-sort]`)??[])e.setAttribute(`aria-sort`,`none`);return t?.setAttribute(`aria-sort`,i),i}function oi(e,t){let n=e.closest(`th`)?.cellIndex??0,r=t===`ascending`?1:-1,i=e=>e.cells[n]?.dataset.key;return(e,t)=>{let[n,a]=[i(e),i(t)];if(n===void 0||a===void 0)return Number(n===void 0)-Number(a===void 0);let o=Number(n)-Number(a);return r*(Number.isNaN(o)?n.localeCompare(a):o)}}let si=JSON.parse(document.getElementById(`chart-data`)?.textContent??`[]`);for(let e of document.querySelectorAll(`[data-sortable]`))ri(e);Rr(si),addEventListener(`hashchange`,ci),ci();function ci(){let e=document.getElementById(location.hash.slice(1))?.querySelector(`:scope > details`);e instanceof HTMLDetailsElement&&(e.open=!0)}})();')).markup}function sectionHtml({id,title,body,folded=!1}){return folded?html`<section class="folded" id="${id}" aria-labelledby="${id}-title"><details><summary><h2 id="${id}-title">${title}</h2></summary>${body}</details></section>\n`:html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>\n`}function rowSection(view,charts){let rows=failingFirst(view.rows).filter(({head,base})=>(head?.ok??0)+(base?.ok??0)>0),parts=rows.slice(0,40).flatMap(rowView=>{let{id}=rowView.row,drawn=latencyCharts(samplesOf(view.report,id)).map(chart=>charts.figure(chart)),summary=html`<h3><code>${foreign(id,80)}</code></h3> <span class="quiet">${inShort(rowView)}</span>`;return drawn.length===0?[]:[html`<summary>${summary}</summary>${figures(drawn)}`]});if(parts.length===0)return[];let openAt=index=>index===0?html` open`:``;return[{id:`rows`,title:`Latency of each row`,body:[parts.map((part,index)=>html`<details class="row"${openAt(index)}>${part}</details>\n`),furtherRows(rows.length-40)]}]}function inShort({base,head,findings}){let figures=[`p50`,`p95`].map(id=>{let after=judgedOf(findings,id)?.head??figureOf(head?.statistics,id),values=[figureOf(base?.statistics,id),after].flatMap(value=>value??[]);return`${metric(id).label} ${values.map(value=>formatValue(id,value)).join(` → `)}`}),failing=findings.filter(one=>isFailing(one)&&one.threshold.level===`fail`).length;return failing>0&&figures.push(`${failing} of ${plural(findings.length,`result`)} failing`),figures.join(`, `)}const serverSeries=metricIds.filter(id=>metric(id).scope===`server`).map(id=>({row:serverRow,metric:id}));function historySections(view,charts){let{history}=view.report;if(history.length===0)return[];let rows=failingFirst(view.rows).map(({row})=>row.id),ofRows=rows.slice(0,40).map(row=>({row,metric:`p50`})),told=historiesOf([...history,runOf(view.report)],[...ofRows,...serverSeries]).filter(({points})=>points.some(({value})=>value!==points[0]?.value));if(told.length===0)return[];let failing=new Set(view.rows.filter(({findings})=>findings.some(isFailing)).map(({row})=>row.id)),isNews=({row,changes})=>changes.length>0||failing.has(row),draw=some=>figures(some.map(one=>charts.figure(historyChart(one)))),[news,steady]=[told.filter(isNews),told.filter(one=>!isNews(one))],others=steady.length>0?html`<details class="charts-of"><summary><h3>${steady.length} steady series</h3></summary>${draw(steady)}</details>`:void 0;return[{id:`history`,title:`History`,body:[howToRead,draw(news),others,furtherRows(rows.length-40)]}]}const howToRead=html`<p>One point per stored run of this kind of machine, the newest on the right. The band is the 95 % interval of a run’s figure, or its lowest and highest round where there are fewer than four. A vertical line marks the first run of a new level: at least five runs stand on either side, and runs in random order would seldom show so sharp a change.</p>`;function furtherRows(hidden){return hidden>0?html`<p>and ${plural(hidden,`more row`)} without charts.</p>`:html``}function sortableTable({label,noun,columns,items,group,groups}){let head=columns.map(column=>headingHtml(column,items[0])),body=items.map(item=>{let cells=columns.map(({label:name,align,cell,key})=>html`<td class="${align}" data-label="${name}"${sortKey(key?.(item))}>${cell(item)}</td>`);return html`<tr data-group="${group(item)}">${cells}</tr>\n`}),options=groups.map(([value,name])=>html`<option value="${value}"${value.startsWith(`!`)?html` selected`:``}>${name}</option>`);return html`<div class="cards" data-sortable data-noun="${noun}">
<div class="tools" role="group" aria-label="${label}: filter"><label>Filter <input type="search" data-filter autocomplete="off" spellcheck="false"></label>${groups.length>1?html`<label>Show <select data-narrow><option value="">all</option>${options}</select></label>`:void 0}
<p class="quiet" role="status">${plural(items.length,noun)}</p></div>
${scrollableTable(label,{head,body})}
</div>`}function headingHtml({label,align,key,given},first){if(!key)return html`<th scope="col" class="${align}">${label}</th>`;let ascends=given||first!==void 0&&typeof key(first)==`string`;return html`<th scope="col" class="${align}" aria-sort="${given?`ascending`:`none`}" data-first="${ascends?`ascending`:`descending`}"><button type="button">${label}</button></th>`}function sortKey(key){return key===void 0||Number.isNaN(key)?html``:html` data-key="${key}"`}const rowMetrics=[`p50`,`p95`,`throughput`];function renderDashboard(branch){let charts=new Charts,keys=Object.values(branch.keys).flatMap(entries=>entries.slice(-1).map(latest=>({entries,latest}))).sort(newestFirst),perKey=Math.max(4,Math.floor(160/Math.max(1,keys.length))),sections=keys.map((key,index)=>({...keySection(key,{id:`key-${index+1}`,charts,most:perKey}),folded:index>0})),runs=keys.reduce((sum,{entries})=>sum+entries.length,0),at=branch.sha===void 0?``:html` at <code>${foreign(shortCommit(branch.sha),10)}</code>`;return pageHtml({title:`MCP Bench baseline`,header:html`<h1>MCP Bench baseline</h1><p>${plural(runs,`stored run`)} on ${plural(keys.length,`kind`)} of machine${at}. Only runs of one kind of machine are compared with each other.</p>`,sections,footer:html`<p>Made by mcp-bench from the baseline branch.</p>`,charts:charts.pictures})}function newestFirst(a,b){let[one,other]=[a.latest.createdAt,b.latest.createdAt];return one<other?1:one>other?-1:b.entries.length-a.entries.length}function keySection({entries,latest},{id,charts,most}){let runs=historyOf(entries),ofRows=latest.head.rows.flatMap(({row})=>rowMetrics.map(metricId=>({row,metric:metricId}))),histories=historiesOf(runs,[...ofRows,...serverSeries]),drawn=worthDrawing(histories),pictures=drawn.slice(0,most).map(history=>charts.figure(historyChart(history))),hidden=drawn.length-pictures.length,rest=hidden>0?html`<p>and ${count(hidden)} more without a chart.</p>`:void 0,drawnHtml=html`<details class="charts-of"><summary><h3>${plural(pictures.length,`chart`)}</h3></summary>${howToRead}${figures(pictures)}${rest}</details>`;return{id,title:foreign(latest.environment.description,160),body:[html`<p>Latest of ${plural(entries.length,`stored run`)}: commit <code>${foreign(shortCommit(latest.commit),10)}</code>, ${minute(latest.createdAt)}, ${latest.status}.</p>`,shiftsHtml(histories),html`<h3>Latest figures</h3>`,figuresHtml(latest,histories),pictures.length>0?drawnHtml:void 0,html`<h3>Newest runs</h3>`,runsHtml(entries)]}}function worthDrawing(histories){return histories.filter(({points})=>points.some(({value})=>value!==points[0]?.value)).toSorted((a,b)=>Number(b.changes.length>0)-Number(a.changes.length>0))}function figuresHtml(latest,histories){let changed=new Set(histories.filter(({changes})=>changes.length>0).map(({row})=>row)),items=latest.head.rows.slice(0,500),of=(row,id)=>{let statistic=measured(row.statistics,id);return statistic&&centreOf(id,statistic)},value=id=>{let key=row=>of(row,id),unit=unitOfAll(id,items.map(key));return{label:metric(id).label,align:`right`,cell:row=>formatValue(id,key(row),unit),key}},p50Of=row=>histories.find(one=>one.row===row&&one.metric===`p50`),hasChanged=({row})=>changed.has(row),levelColumn={label:`Level changed`,align:`left`,cell:row=>hasChanged(row)?`yes`:``},hasErrors=items.some(row=>(of(row,`error_rate`)??0)>0);return sortableTable({label:`Latest figures`,noun:`row`,columns:[{label:`Row`,align:`left`,cell:({row})=>html`<code>${foreign(row,80)}</code>`,key:({row})=>row},...[`p50`,`p95`,`p99`,`throughput`].map(value),...hasErrors?[value(`error_rate`)]:[],{label:`p50 so far`,align:`left`,cell:({row})=>sparkline(p50Of(row))??`–`},...changed.size>0?[levelColumn]:[]],items,group:row=>hasChanged(row)?`changed`:`steady`,groups:changed.size>0?Object.entries({changed:`level changed`,steady:`steady`}):[]})}function shiftsHtml(histories){let shifts=histories.flatMap(history=>history.changes.map(change=>({history,change}))),together=({history:{row,metric:id,points},change})=>JSON.stringify([row,row===`(server)`?id:points[change.index]?.ago]),share=({change})=>change.after/change.before-1,facts=[...groupBy(shifts,together).values()].sort(([a],[b])=>Math.abs(share(b))-Math.abs(share(a)));return facts.length===0?void 0:html`<h3>Changes of level</h3><ul>${facts.slice(0,30).map(([{history,change},...others])=>{let better=change.after<change.before==(metric(history.metric).better===`less`),tone=html`<span class="${better?`tone-good`:`tone-bad`}">${better?`better`:`worse`}</span>`,what=shiftText(history,change),also=others.map(one=>`; ${metric(one.history.metric).label} ${signed(share(one))}`);return html`<li>${textHtml(titleOf(namesOf(history)))}: ${tone}, ${what}${also}</li>`})}</ul>`}const runColumns=[{label:`Commit`,cell:({commit})=>html`<code>${foreign(shortCommit(commit),10)}</code>`},{label:`Measured`,cell:({createdAt})=>minute(createdAt)},{label:`Status`,cell:({status})=>status},{label:`Used to compare with`,cell:({usable})=>usable?`yes`:`no`},{label:`Rounds`,cell:({head})=>count(head.rounds)},{label:`Note`,cell:({accepted})=>accepted?html`accepted by ${foreign(accepted.by,80)}: ${foreign(accepted.reason,300)}`:``}];function runsHtml(entries){let newest=entries.slice(-20).toReversed(),columns=runColumns.filter(({cell})=>newest.some(entry=>cell(entry)!==``));return html`<div class="cards">${scrollableTable(`Newest runs`,{head:columns.map(({label})=>html`<th scope="col">${label}</th>`),body:newest.map(entry=>html`<tr>${columns.map(({label,cell})=>html`<td data-label="${label}">${cell(entry)}</td>`)}</tr>\n`)})}</div>`}const size={width:120,height:24};function sparkline(history){if(history===void 0)return;let{points,oldest}=history,values=points.map(({value})=>value),[low,high]=[Math.min(...values),Math.max(...values)],half=Math.max((high-low)/2,Math.abs(high)*.1,Number.MIN_VALUE),middle=(low+high)/2;return html`<svg class="sparkline" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" aria-hidden="true"><path d="M${points.map(({value,ago})=>{let x=size.width*(oldest-ago)/oldest,y=size.height/2-(value-middle)/half*(size.height/2-2);return`${x.toFixed(1)} ${y.toFixed(1)}`}).join(`L`)}"/></svg>`}function resourceCharts(report){return metricIds.filter(id=>metric(id).scope===`server`&&metric(id).kind===`noisy`).flatMap(id=>overRounds(report,id))}function overRounds(report,id){let arms=armsOf(report),{rounds,servers}=report.run,perArm=[`base`,`head`].flatMap(side=>{let values=arms[side]===void 0?[]:servers[0]?.[side]?.values(id)??[];return values.filter(value=>value!==void 0).length>1?[{side,values}]:[]}),medians=perArm.map(({side})=>`${side} ${formatValue(id,figureOf(report[side]?.server,id))}`),at=rounds.map(({index})=>index+1);return lineChart({quantity:id,of:`each round`,x:{label:`round`,at,texts:at.map(String)},lines:perArm.map(({side,values})=>({label:side,colour:side,values})),alt:`${metric(id).label} over ${plural(rounds.length,`round`)}. ${medians.join(`, `)}.`,shape:`points`,range:around})}const series={p50:({p50Ms})=>p50Ms,p95:({p95Ms})=>p95Ms,throughput:({ok,sliceMs})=>ok.map(calls=>1e3*calls/sliceMs),steady_rss:({rssBytes})=>rssBytes},seriesIds=Object.keys(series);function timelineCharts(report){return report.run.rows.map(timelinesOf).filter(({arms})=>arms.length>0).slice(0,20).flatMap(row=>seriesIds.flatMap(id=>overTime(row,id)))}function timelinesOf({id:row,...both}){return{row,arms:[`base`,`head`].flatMap(side=>{let[timeline]=both[side]?.measurements.flatMap(one=>one.timeline??[])??[];return timeline?[{side,timeline}]:[]})}}function overTime({row,arms},id){let isMemory=id===`steady_rss`,points=arms.map(({side,timeline})=>({side,values:new Map(series[id](timeline).flatMap((value,index)=>value===null?[]:[[(index+.5)*timeline.sliceMs/1e3,value]]))})),at=[...new Set(points.flatMap(({values})=>[...values.keys()]))].sort((a,b)=>a-b),ends=points.flatMap(({side,values})=>{let known=[...values.values()];return known.length>0?[`${side} from ${formatValue(id,known[0])} to ${formatValue(id,known.at(-1))}`]:[]});return lineChart({quantity:id,of:{name:row},x:{label:`time (s)`,at,texts:at.map(String)},lines:points.map(({side,values})=>({label:side,colour:side,values:at.map(time=>values.get(time))})),alt:`${isMemory?`RSS of the process tree`:metric(id).label} while the load lasts: ${ends.join(`, `)}.`,...isMemory?{notes:[[`The lowest reading of each slice of time`]],range:around}:{},shape:`points`})}function resultsSection(report){let findings=judged(report),body=[forestHtml(findings),findingsHtml(findings,report.head)];return findings.length===0?[]:[{id:`results`,title:`Results`,body}]}function judged({comparison}){return withoutRepeats(comparison.findings.filter(({state})=>state!==`no-baseline`))}function findingsHtml(all,{rounds}){let findings=worstFirst(all),place=new Map(findings.map((finding,index)=>[finding,index])),hidden=findings.length-500,table=sortableTable({label:`Results`,noun:`result`,columns:columnsOf(place,rounds),items:findings.slice(0,500),group:({state})=>state,groups:groupsOf(findings.slice(0,500))}),further=html`<p>${plural(hidden,`further result`)} ${hidden===1?`is`:`are`} left out; the JSON report holds all.</p>`,note=findings.some(passesByCpu)?html`<p class="quiet">${byCpuNote}</p>`:void 0;return html`${table}${hidden>0?further:void 0}${note}`}function groupsOf(findings){let present=[...new Set(findings.map(({state})=>state))],named=present.map(state=>[state,capital(states[state].result.words)]);return present.length>1&&present.includes(`pass`)?[[`!pass`,`Not pass`],...named]:named}function columnsOf(place,rounds){return[{label:`Row`,align:`left`,cell:finding=>html`${textHtml(whose(finding))}`,key:({row})=>row},{label:`Metric`,align:`left`,cell:metricLabel,key:metricLabel},{label:`Base`,align:`right`,cell:finding=>inline(baseText(finding)),key:({base})=>base},{label:`Head`,align:`right`,cell:finding=>inline(headText(finding)),key:({head})=>head},{label:`Change`,align:`right`,cell:changeText,key:worse},{label:`Threshold`,align:`left`,cell:threshold},{label:`Verdict`,align:`left`,cell:finding=>verdict(finding,rounds),key:finding=>place.get(finding),given:!0}]}function inline(part){return html`${textHtml([part])}`}function worse({metric:id,change}){if(change)return metric(id).better===`less`?change.estimate:-change.estimate}function threshold(finding){return html`<span>${foreign(limitText(finding),60)}${finding.threshold.level===`warn`?` (warns)`:``}</span>`}function verdict(finding,ofRun){let{state}=finding,seen=state===`pass`?void 0:html`<small class="quiet">${foreign(why(finding,ofRun),300)}</small>`;return html`<span class="tone-${signOf(finding).tone}">${withIcons(stateSign(finding))}</span>${seen}`}function why(finding,ofRun){let{reason,rounds,state,minimumDetectable}=finding,isShort=rounds<ofRun,counted=isShort?`${count(rounds)} of ${plural(ofRun,`round`)}`:plural(rounds,`round`),words=isPaired(reason)&&state===`inconclusive`?(paired=>{let needs=isShort?roundsNeededText(paired):void 0;return`${counted}${needs===void 0?``:`: ${needs}`}${asideText(paired)}`})(reason):tellingLine(reasonText(finding)),told=words===``?counted:words;if(state!==`inconclusive`||minimumDetectable===void 0)return told;let shown=sizeText(finding,minimumDetectable);return isPaired(reason)?`${told}, which could have shown ${shown}`:`${told}; ${shown} could have been shown`}const reaches=[.05,.1,.2,.5,1];function forestHtml(findings){let isGate=one=>one.metric===`p50`&&one.threshold.level===`fail`&&!isBudget(one),gates=findings.filter(one=>isGate(one)&&one.change&&one.against===void 0),rows=worstFirst(gates).toSorted((a,b)=>(b.change?.estimate??0)-(a.change?.estimate??0));if(rows.length===0)return;let furthest=Math.max(...rows.flatMap(one=>[ends(one).low,ends(one).high].map(Math.abs))),reach=reaches.find(one=>one>=furthest)??1,hidden=rows.length-40,rest=hidden>0?html`<p>and ${plural(hidden,`more row`)}.</p>`:void 0;return html`<figure class="forest"><figcaption><b>Change of p50 with its interval</b> <span class="note">Right of the line is slower; dashed is the threshold.</span></figcaption>
<ul>${rows.slice(0,40).map(one=>{let name=html`<span class="name">${textHtml([rowName(one.row)])}</span>`,change=html`<span class="change tone-${signOf(one).tone}">${changeText(one)}</span>`;return html`<li>${name}${picture(one,reach)}${change}</li>`})}<li class="axis" aria-hidden="true"><span class="name"></span><span class="ticks"><span>−${percent(reach)}</span><span>0</span><span>+${percent(reach)}</span></span><span class="change"></span></li></ul>${rest}</figure>`}function ends({change}){let{estimate=0,low=estimate,high=estimate}=change??{};return{estimate,low,high}}function picture(finding,reach){let x=share=>Number((100+100*Math.min(1,Math.max(-1,share/reach))).toFixed(1)),{estimate,low,high}=ends(finding),{limit}=finding.threshold,bound=limit.kind===`relative`?limit.change:0,dashed=bound>0&&bound<=reach?html`<path class="limit" d="M${x(bound)} 1V19"/>`:void 0;return html`<svg class="tone-${signOf(finding).tone}" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true"><path class="axis" d="M100 0V20"/>${dashed}<path class="span" d="M${x(low)} 10H${x(high)}"/><path class="estimate" d="M${x(estimate)} 4V16"/></svg>`}const replaced=[`rows`,`all-rows`,`gated`],folded=[`statistics`,`how-to-read`];function renderHtml(report){let view=viewOf(report),charts=new Charts,texts=textSections(view,charts),sections=[...resultsSection(view.report),...texts.filter(({late})=>!late),...historySections(view,charts),...rowSection(view,charts),...texts.filter(({late})=>late)];return pageHtml({title:`${clean(headlineSign(report).words,80)} – ${clean(report.title,80)}`,header:header(view,charts),sections,footer:footer(report),charts:charts.pictures})}function header(view,charts){let{report}=view,{title,blocks}=headline(view),rest=blocks.slice(newsBlocks(report).length),words=textHtml(sentenceOf(report));return html`<h1>${foreign(report.title,120)}</h1>
<div class="verdict ${toneOf$1(report)}"><p class="status">${withIcons(title)}</p><p class="sentence">${words}</p></div>
${blocksHtml({title,blocks:rest},charts)}
${tally(judged(report))}`}function tally(findings){let passing=findings.filter(({state})=>state===`pass`).length,improved=findings.filter(({state})=>state===`improved`).length,bad=findings.filter(isFailing),failing=bad.filter(({threshold})=>threshold.level===`fail`).length,warned=bad.length-failing,open=findings.length-passing-improved-bad.length,items=[[failing,`failing`,`bad`],[warned,warned===1?`warning`:`warnings`,`unsure`],[open,`undecided`,`unsure`],[improved,`improved`,`good`],[passing,`pass`,`good`]].filter(([amount])=>amount>0).map(([amount,words,tone])=>html`<li class="${tone}"><b>${amount}</b> ${words}</li>`);return items.length===0?html``:html`<ul class="tally">${items}</ul>`}function textSections(view,charts){let sections=sectionsOf(view,{charts:isStudied(view)?160:0,rows:{rows:0,columns:`all`},history:0,measured:100,statistics:100,features:`all`}),isServerQuiet=view.report.comparison.findings.every(({row,state})=>!isServerRow(row)||states[state].tone===`good`),isListSame=toolLines(view).every(({head,base})=>head?.bytes===base?.bytes);return sections.filter(({id})=>!replaced.includes(id)).map(({id,title,fold,blocks})=>({id,title,folded:folded.includes(id)||id===`server`&&isServerQuiet||id===`tools`&&isListSame,late:fold!==void 0&&fold!==`Profile`,body:blocksHtml({title,blocks:[...chartsOf[id]?.(view)??[],...blocks]},charts)}))}const chartsOf={sweeps:view=>sweepCharts(view,({isOfVariants})=>!isOfVariants),variants:view=>sweepCharts(view,({isOfVariants})=>isOfVariants),sustained:({report})=>timelineCharts(report),server:({report})=>resourceCharts(report)};function footer({run,runUrl}){let link=runUrl===void 0?[]:textHtml([` `,{link:`Workflow run`,url:runUrl},`.`]);return html`<p>Made by ${foreign(run.harness,60)}, measured at ${foreign(minute(run.createdAt),40)}.${link}</p>`}export{html,renderDashboard,renderHtml};