import{Ct as sortedSample,Dt as quantileSorted,Pt as Histogram,Rn as metric,c as count,d as formatValue,g as signed,h as plural,kt as decodeSamples,l as duration,wt as Bucketed,xt as median,zn as metricIds}from"./action.js";import{c as clean,i as measured,o as shortCommit,r as figureOf}from"./view.js";import{n as serverRow}from"./verdict.js";import{a as isFailing}from"./states.js";import{t as seededRandom}from"./random.js";import{i as sizeOf,n as concatenated,r as pool,t as latenciesOf}from"./latencies.js";import{t as changePoints}from"./change-point.js";function _taggedTemplateLiteral(e,t){return t||(t=e.slice(0)),Object.freeze(Object.defineProperties(e,{raw:{value:Object.freeze(t)}}))}var _templateObject$1;function html(strings,...parts){return{markup:strings.map((string,index)=>string+written(parts[index])).join(``)}}function written(part){if(part===void 0)return``;if(typeof part===`string`||typeof part===`number`)return escapeHtml(String(part));return`markup`in part?part.markup:part.map(written).join(``)}const references={"&":`&amp;`,"<":`&lt;`,">":`&gt;`,'"':`&quot;`,"'":`&#39;`};function escapeHtml(text){return text.replace(/[&<>"']/g,character=>references[character]??``)}function foreign(text,max){return html`<bdi>${clean(text,max)||`–`}</bdi>`}const scriptEscapes={"<":`\\u003c`,">":`\\u003e`,"&":`\\u0026`,"\u2028":`\\u2028`,"\u2029":`\\u2029`};function dataElement(id,data){const json=JSON.stringify(data).replace(/[<>&\u2028\u2029]/g,character=>scriptEscapes[character]??``);return html(_templateObject$1||(_templateObject$1=_taggedTemplateLiteral([`<script type="application/json" id="`,`">`,`<\/script>`])),id,{markup:json})}function blocksHtml({blocks,title}){return blocks.map(block=>blockHtml(block,title))}function blockHtml(block,title){switch(block.kind){case`paragraph`:return html`<p>${textHtml(block.text)}</p>`;case`alert`:return html`<p class="alert">${textHtml(block.text)}</p>`;case`list`:return html`<ul>${block.items.map(item=>html`<li>${textHtml(item)}</li>`)}</ul>`;case`command`:return commandHtml(block.text);case`table`:return tableHtml(block,title);case`chart`:return html``}}function textHtml(text){return text.map(inlineHtml)}function inlineHtml(part){if(typeof part===`string`)return html`${part}`;if(`strong`in part)return html`<strong>${part.strong}</strong>`;if(`name`in part)return html`<code>${foreign(part.name,80)}</code>`;if(`prose`in part)return proseHtml(part.prose);if(!/^https?:\/\/[^\s()<>[\]"]+$/.test(part.url))return html`${part.link}`;return html`<a href="${part.url}" rel="noopener noreferrer">${part.link}</a>`}function proseHtml(text){const parts=(clean(text,500)||`–`).split(/`([^`]+)`/);return html`<bdi>${parts.map((part,index)=>index%2===0?part:html`<code>${part}</code>`)}</bdi>`}function commandHtml(text){const lines=text.split(/\r\n|\r|\n/).map(line=>clean(line,4*500));return html`<pre tabindex="0"><code>${lines.join(`
`)}</code></pre>`}function tableHtml({labels,align,rows},title){const head=labels.map((label,place)=>html`<th scope="col" class="${align[place]}">${label}</th>`);const body=rows.map(row=>html`<tr>${row.map((cell,place)=>html`<td class="${align[place]}">${textHtml(cell)}</td>`)}</tr>\n`);return scrollable(title,html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`)}function scrollable(label,table){return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}">${table}</div>`}var Charts=class{specs=[];figure({title,summary,notes=[],spec}){const index=this.specs.push(spec)-1;return html`<figure class="chart">
<figcaption><strong>${title}</strong>${notes.map(note=>html`<span class="note">${note}</span>`)}</figcaption>
${legend(spec.series)}
<div class="plot" data-chart="${index}" tabindex="0" role="group" aria-roledescription="chart" aria-label="${summary} Arrow keys read the points."></div>
<output class="readout"></output>
<details class="data" data-chart="${index}"><summary>Data<span class="quiet"> of ${title}</span></summary></details>
</figure>`}};function figures(all){return all.length===0?html``:html`<div class="charts">${all}</div>`}function legend(series){const shown=series.filter(({shape})=>shape!==`edge`);const band=series.find(({shape})=>shape===`edge`);return html`<ul class="legend">${shown.map(({label,colour})=>html`<li><span class="swatch ${colour}"></span>${label}</li>`)}${band?html`<li><span class="swatch band"></span>interval</li>`:void 0}</ul>`}function sortableTable({label,noun,columns,items,group,groups}){const head=columns.map(column=>headingHtml(column,items[0]));const body=items.map(item=>{const cells=columns.map(({align,cell,key})=>html`<td class="${align}"${sortKey(key?.(item))}>${cell(item)}</td>`);return html`<tr data-group="${group(item)}">${cells}</tr>\n`});const options=groups.map(([value,name])=>html`<option value="${value}">${name}</option>`);const narrow=groups.length>1?html`<label>Show <select data-narrow><option value="">all</option>${options}</select></label>`:void 0;return html`<div data-sortable data-noun="${noun}">
<div class="tools" role="group" aria-label="${label}: filter"><label>Filter <input type="search" data-filter autocomplete="off" spellcheck="false"></label>${narrow}
<p class="quiet" role="status">${plural(items.length,noun)}</p></div>
${scrollable(label,html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`)}
</div>`}function headingHtml({label,align,key,given},first){if(!key)return html`<th scope="col" class="${align}">${label}</th>`;const ascends=given||first!==void 0&&typeof key(first)===`string`;return html`<th scope="col" class="${align}" aria-sort="${given?`ascending`:`none`}" data-first="${ascends?`ascending`:`descending`}"><button type="button">${label}</button></th>`}function sortKey(key){return key===void 0||Number.isNaN(key)?html``:html` data-key="${key}"`}const text$1='/*! Charts by uPlot, MIT licence, https://github.com/leeoniya/uPlot */\n(function(){let e=`u-off`,t=`u-label`,n=`width`,r=`height`,i=`bottom`,a=`left`,o=`right`,s=`#000`,c=`#0000`,l=`mousemove`,u=`mousedown`,d=`mouseup`,f=`mouseenter`,p=`mouseleave`,m=`dblclick`,h=`change`,g=`dppxchange`,_=typeof window<`u`,v=_?document:null,y=_?window:null,b=_?navigator:null,x,S;function C(){let e=devicePixelRatio;x!=e&&(x=e,S&&le(h,S,C),S=matchMedia(`(min-resolution: ${x-.001}dppx) and (max-resolution: ${x+.001}dppx)`),ce(h,S,C),y.dispatchEvent(new CustomEvent(g)))}function w(e,t){if(t!=null){let n=e.classList;!n.contains(t)&&n.add(t)}}function T(e,t){let n=e.classList;n.contains(t)&&n.remove(t)}function E(e,t,n){e.style[t]=n+`px`}function D(e,t,n,r){let i=v.createElement(e);return t!=null&&w(i,t),n?.insertBefore(i,r),i}function O(e,t){return D(`div`,e,t)}let ee=new WeakMap;function te(t,n,r,i,a){let o=`translate(`+n+`px,`+r+`px)`;o!=ee.get(t)&&(t.style.transform=o,ee.set(t,o),n<0||r<0||n>i||r>a?w(t,e):T(t,e))}let ne=new WeakMap;function re(e,t,n){let r=t+n;r!=ne.get(e)&&(ne.set(e,r),e.style.background=t,e.style.borderColor=n)}let ie=new WeakMap;function ae(e,t,n,r){let i=t+``+n;i!=ie.get(e)&&(ie.set(e,i),e.style.height=n+`px`,e.style.width=t+`px`,e.style.marginLeft=r?-t/2+`px`:0,e.style.marginTop=r?-n/2+`px`:0)}let oe={passive:!0},se={...oe,capture:!0};function ce(e,t,n,r){t.addEventListener(e,n,r?se:oe)}function le(e,t,n,r){t.removeEventListener(e,n,oe)}_&&C();function ue(e,t,n,r){let i;n||=0,r||=t.length-1;let a=r<=2147483647;for(;r-n>1;)i=a?n+r>>1:L((n+r)/2),t[i]<e?n=i:r=i;return e-t[n]<=t[r]-e?n:r}function k(e){return(t,n,r)=>{let i=-1,a=-1;for(let a=n;a<=r;a++)if(e(t[a])){i=a;break}for(let i=r;i>=n;i--)if(e(t[i])){a=i;break}return[i,a]}}let A=e=>e!=null,de=e=>e!=null&&e>0,j=k(A),M=k(de);function fe(e,t,n,r=0,i=!1){let a=i?M:j,o=i?de:A;[t,n]=a(e,t,n);let s=e[t],c=e[t];if(t>-1){if(r==1)s=e[t],c=e[n];else if(r==-1)s=e[n],c=e[t];else for(let r=t;r<=n;r++){let t=e[r];o(t)&&(t<s?s=t:t>c&&(c=t))}}return[s??R,c??-R]}function pe(e,t,n,r){let i=ke(e),a=ke(t);e==t&&(i==-1?(e*=n,t/=n):(e/=n,t*=n));let o=n==10?Ae:je,s=i==1?L:Te,c=a==1?Te:L,l=s(o(Ce(e))),u=c(o(Ce(t))),d=Oe(n,l),f=Oe(n,u);return n==10&&(l<0&&(d=H(d,-l)),u<0&&(f=H(f,-u))),r||n==2?(e=d*i,t=f*a):(e=V(e,d),t=Ge(t,f)),[e,t]}function me(e,t,n,r){let i=pe(e,t,n,r);return e==0&&(i[0]=0),t==0&&(i[1]=0),i}let he=.1,ge={mode:3,pad:he},_e={pad:0,soft:null,mode:0},ve={min:_e,max:_e};function ye(e,t,n,r){return nt(n)?P(e,t,n):(_e.pad=n,_e.soft=r?0:null,_e.mode=r?3:0,P(e,t,ve))}function N(e,t){return e??t}function be(e,t,n){for(t=N(t,0),n=N(n,e.length-1);t<=n;){if(e[t]!=null)return!0;t++}return!1}function P(e,t,n){let r=n.min,i=n.max,a=N(r.pad,0),o=N(i.pad,0),s=N(r.hard,-R),c=N(i.hard,R),l=N(r.soft,R),u=N(i.soft,-R),d=N(r.mode,0),f=N(i.mode,0),p=t-e,m=Ae(p),h=De(Ce(e),Ce(t)),g=Ae(h),_=Ce(g-m);(p<1e-24||_>10)&&(p=0,(e==0||t==0)&&(p=1e-24,d==2&&l!=R&&(a=0),f==2&&u!=-R&&(o=0)));let v=p||h||1e3,y=Ae(v),b=Oe(10,L(y)),x=H(V(e-v*(p==0?e==0?.1:1:a),b/10),24),S=e>=l&&(d==1||d==3&&x<=l||d==2&&x>=l)?l:R,C=De(s,x<S&&e>=S?S:Ee(S,x)),w=H(Ge(t+v*(p==0?t==0?.1:1:o),b/10),24),T=t<=u&&(f==1||f==3&&w>=u||f==2&&w<=u)?u:-R,E=Ee(c,w>T&&t<=T?T:De(T,w));return C==E&&C==0&&(E=100),[C,E]}let xe=new Intl.NumberFormat(_?b.language:`en-US`),F=e=>xe.format(e),I=Math,Se=I.PI,Ce=I.abs,L=I.floor,we=I.round,Te=I.ceil,Ee=I.min,De=I.max,Oe=I.pow,ke=I.sign,Ae=I.log10,je=I.log2,Me=(e,t=1)=>I.sinh(e)*t,Ne=(e,t=1)=>I.asinh(e/t),R=1/0;function Pe(e){return(Ae((e^e>>31)-(e>>31))|0)+1}function Fe(e,t,n){return Ee(De(e,t),n)}function Ie(e){return typeof e==`function`}function z(e){return Ie(e)?e:()=>e}let Le=()=>{},B=e=>e,Re=(e,t)=>t,ze=e=>null,Be=e=>!0,Ve=(e,t)=>e==t,He=/\\.\\d*?(?=9{6,}|0{6,})/gm,Ue=e=>{if($e(e)||Ke.has(e))return e;let t=`${e}`,n=t.match(He);if(n==null)return e;let r=n[0].length-1;if(t.indexOf(`e-`)!=-1){let[e,n]=t.split(`e`);return+`${Ue(e)}e${n}`}return H(e,r)};function We(e,t){return Ue(H(Ue(e/t))*t)}function Ge(e,t){return Ue(Te(Ue(e/t))*t)}function V(e,t){return Ue(L(Ue(e/t))*t)}function H(e,t=0){if($e(e))return e;let n=10**t,r=e*n*(1+2**-52);return we(r)/n}let Ke=new Map;function qe(e){return((``+e).split(`.`)[1]||``).length}function Je(e,t,n,r){let i=[],a=r.map(qe);for(let o=t;o<n;o++){let t=Ce(o),n=H(Oe(e,o),t);for(let s=0;s<r.length;s++){let c=e==10?+`${r[s]}e${o}`:r[s]*n,l=(o>=0?0:t)+(o>=a[s]?0:a[s]),u=e==10?c:H(c,l);i.push(u),Ke.set(u,l)}}return i}let Ye={},Xe=[],Ze=[null,null],Qe=Array.isArray,$e=Number.isInteger,et=e=>e===void 0;function tt(e){return typeof e==`string`}function nt(e){let t=!1;if(e!=null){let n=e.constructor;t=n==null||n==Object}return t}function rt(e){return typeof e==`object`&&!!e}let it=Object.getPrototypeOf(Uint8Array),at=`__proto__`;function ot(e,t=nt){let n;if(Qe(e)){let r=e.find(e=>e!=null);if(Qe(r)||t(r)){n=Array(e.length);for(let r=0;r<e.length;r++)n[r]=ot(e[r],t)}else n=e.slice()}else if(e instanceof it)n=e.slice();else if(t(e)){n={};for(let r in e)r!=at&&(n[r]=ot(e[r],t))}else n=e;return n}function U(e){let t=arguments;for(let n=1;n<t.length;n++){let r=t[n];for(let t in r)t!=at&&(nt(e[t])?U(e[t],ot(r[t])):e[t]=ot(r[t]))}return e}function st(e,t,n){for(let r=0,i,a=-1;r<t.length;r++){let o=t[r];if(o>a){for(i=o-1;i>=0&&e[i]==null;)e[i--]=null;for(i=o+1;i<n&&e[i]==null;)e[a=i++]=null}}}function ct(e,t){if(W(e)){let t=e[0].slice();for(let n=1;n<e.length;n++)t.push(...e[n].slice(1));return dt(t[0])||(t=ut(t)),t}let n=new Set;for(let t=0;t<e.length;t++){let r=e[t][0],i=r.length;for(let e=0;e<i;e++)n.add(r[e])}let r=[Array.from(n).sort((e,t)=>e-t)],i=r[0].length,a=new Map;for(let e=0;e<i;e++)a.set(r[0][e],e);for(let n=0;n<e.length;n++){let o=e[n],s=o[0];for(let e=1;e<o.length;e++){let c=o[e],l=Array(i).fill(void 0),u=t?t[n][e]:1,d=[];for(let e=0;e<c.length;e++){let t=c[e],n=a.get(s[e]);t===null?u!=0&&(l[n]=t,u==2&&d.push(n)):l[n]=t}st(l,d,i),r.push(l)}}return r}let lt=typeof queueMicrotask>`u`?e=>Promise.resolve().then(e):queueMicrotask;function ut(e){let t=e[0],n=t.length,r=Array(n);for(let e=0;e<r.length;e++)r[e]=e;r.sort((e,n)=>t[e]-t[n]);let i=[];for(let t=0;t<e.length;t++){let a=e[t],o=Array(n);for(let e=0;e<n;e++)o[e]=a[r[e]];i.push(o)}return i}function W(e){let t=e[0][0],n=t.length;for(let r=1;r<e.length;r++){let i=e[r][0];if(i.length!=n)return!1;if(i!=t){for(let e=0;e<n;e++)if(i[e]!=t[e])return!1}}return!0}function dt(e,t=100){let n=e.length;if(n<=1)return!0;let r=0,i=n-1;for(;r<=i&&e[r]==null;)r++;for(;i>=r&&e[i]==null;)i--;if(i<=r)return!0;let a=De(1,L((i-r+1)/t));for(let t=e[r],n=r+a;n<=i;n+=a){let r=e[n];if(r!=null){if(r<=t)return!1;t=r}}return!0}let ft=[`January`,`February`,`March`,`April`,`May`,`June`,`July`,`August`,`September`,`October`,`November`,`December`],pt=[`Sunday`,`Monday`,`Tuesday`,`Wednesday`,`Thursday`,`Friday`,`Saturday`];function mt(e){return e.slice(0,3)}let ht=pt.map(mt),gt={MMMM:ft,MMM:ft.map(mt),WWWW:pt,WWW:ht};function _t(e){return(e<10?`0`:``)+e}function vt(e){return(e<10?`00`:e<100?`0`:``)+e}let yt={YYYY:e=>e.getFullYear(),YY:e=>(e.getFullYear()+``).slice(2),MMMM:(e,t)=>t.MMMM[e.getMonth()],MMM:(e,t)=>t.MMM[e.getMonth()],MM:e=>_t(e.getMonth()+1),M:e=>e.getMonth()+1,DD:e=>_t(e.getDate()),D:e=>e.getDate(),WWWW:(e,t)=>t.WWWW[e.getDay()],WWW:(e,t)=>t.WWW[e.getDay()],HH:e=>_t(e.getHours()),H:e=>e.getHours(),h:e=>{let t=e.getHours();return t==0?12:t>12?t-12:t},AA:e=>e.getHours()>=12?`PM`:`AM`,aa:e=>e.getHours()>=12?`pm`:`am`,a:e=>e.getHours()>=12?`p`:`a`,mm:e=>_t(e.getMinutes()),m:e=>e.getMinutes(),ss:e=>_t(e.getSeconds()),s:e=>e.getSeconds(),fff:e=>vt(e.getMilliseconds())};function bt(e,t){t||=gt;let n=[],r=/\\{([a-z]+)\\}|[^{]+/gi,i;for(;i=r.exec(e);)n.push(i[0][0]==`{`?yt[i[1]]:i[0]);return e=>{let r=``;for(let i=0;i<n.length;i++)r+=typeof n[i]==`string`?n[i]:n[i](e,t);return r}}let xt=new Intl.DateTimeFormat().resolvedOptions().timeZone;function St(e,t){let n;return t==`UTC`||t==`Etc/UTC`?n=new Date(+e+e.getTimezoneOffset()*6e4):t==xt?n=e:(n=new Date(e.toLocaleString(`en-US`,{timeZone:t})),n.setMilliseconds(e.getMilliseconds())),n}let Ct=e=>e%1==0,wt=[1,2,2.5,5],Tt=Je(10,-32,0,wt),Et=Je(10,0,32,wt),Dt=Et.filter(Ct),Ot=Tt.concat(Et),kt=`{YYYY}`,At=`\n`+kt,jt=`{M}/{D}`,Mt=`\n`+jt,Nt=Mt+`/{YY}`,G=`{aa}`,K=`{h}:{mm}`+G,Pt=`\n`+K,Ft=`:{ss}`;function It(e){let t=e*1e3,n=t*60,r=n*60,i=r*24,a=i*30,o=i*365,s=(e==1?Je(10,0,3,wt).filter(Ct):Je(10,-3,0,wt)).concat([t,t*5,t*10,t*15,t*30,n,n*5,n*10,n*15,n*30,r,r*2,r*3,r*4,r*6,r*8,r*12,i,i*2,i*3,i*4,i*5,i*6,i*7,i*8,i*9,i*10,i*15,a,a*2,a*3,a*4,a*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,kt,null,null,null,null,null,null,1],[i*28,`{MMM}`,At,null,null,null,null,null,1],[i,jt,At,null,null,null,null,null,1],[r,`{h}`+G,Nt,null,Mt,null,null,null,1],[n,K,Nt,null,Mt,null,null,null,1],[t,Ft,Nt+` `+K,null,Mt+` `+K,null,Pt,null,1],[e,Ft+`.{fff}`,Nt+` `+K,null,Mt+` `+K,null,Pt,null,1]];function l(t){return(s,c,l,u,d,f)=>{let p=[],m=d>=o,h=d>=a&&d<o,g=t(l),_=H(g*e,3),v=Kt(g.getFullYear(),m?0:g.getMonth(),h||m?1:g.getDate()),y=H(v*e,3);if(h||m){let n=h?d/a:0,r=m?d/o:0,i=_==y?_:H(Kt(v.getFullYear()+r,v.getMonth()+n,1)*e,3),s=new Date(we(i/e)),c=s.getFullYear(),l=s.getMonth();for(let a=0;i<=u;a++){let o=Kt(c+r*a,l+n*a,1),s=o-t(H(o*e,3));i=H((+o+s)*e,3),i<=u&&p.push(i)}}else{let a=d>=i?i:d,o=y+(L(l)-L(_))+Ge(_-y,a);p.push(o);let m=t(o),h=m.getHours()+m.getMinutes()/n+m.getSeconds()/r,g=d/r,v=f/s.axes[c]._space;for(;o=H(o+d,e==1?0:3),!(o>u);)if(g>1){let e=L(H(h+g,6))%24,n=t(o).getHours()-e;n>1&&(n=-1),o-=n*r,h=(h+g)%24;let i=p[p.length-1];H((o-i)/d,3)*v>=.7&&p.push(o)}else p.push(o)}return p}}return[s,c,l]}let[Lt,Rt,zt]=It(1),[Bt,Vt,Ht]=It(.001);Je(2,-53,53,[1]);function Ut(e,t){return e.map(e=>e.map((n,r)=>r==0||r==8||n==null?n:t(r==1||e[8]==0?n:e[1]+n)))}function Wt(e,t){return(n,r,i,a,o)=>{let s=t.find(e=>o>=e[0])||t[t.length-1],c,l,u,d,f,p;return r.map(t=>{let n=e(t),r=n.getFullYear(),i=n.getMonth(),a=n.getDate(),o=n.getHours(),m=n.getMinutes(),h=n.getSeconds(),g=r!=c&&s[2]||i!=l&&s[3]||a!=u&&s[4]||o!=d&&s[5]||m!=f&&s[6]||h!=p&&s[7]||s[1];return c=r,l=i,u=a,d=o,f=m,p=h,g(n)})}}function Gt(e,t){let n=bt(t);return(t,r,i,a,o)=>r.map(t=>n(e(t)))}function Kt(e,t,n){return new Date(e,t,n)}function qt(e,t){return t(e)}function Jt(e,t){return(n,r,i,a)=>a==null?`--`:t(e(r))}function Yt(e,t){let n=e.series[t];return n.width?n.stroke(e,t):n.points.width?n.points.stroke(e,t):null}function Xt(e,t){return e.series[t].fill(e,t)}let Zt={show:!0,live:!0,isolate:!1,mount:Le,markers:{show:!0,width:2,stroke:Yt,fill:Xt,dash:`solid`},idx:null,idxs:null,values:[]};function Qt(e,t){let i=e.cursor.points,a=O(),o=i.size(e,t);E(a,n,o),E(a,r,o);let s=o/-2;E(a,`marginLeft`,s),E(a,`marginTop`,s);let c=i.width(e,t,o);return c&&E(a,`borderWidth`,c),a}function $t(e,t){let n=e.series[t].points;return n._fill||n._stroke}function en(e,t){let n=e.series[t].points;return n._stroke||n._fill}function tn(e,t){return e.series[t].points.size}let nn=[0,0];function rn(e,t,n){return nn[0]=t,nn[1]=n,nn}function an(e,t,n,r=!0){return e=>{e.button!=0||r&&e.target!=t||n(e)}}function on(e,t,n,r=!0){return e=>{r&&e.target!=t||n(e)}}let sn={show:!0,x:!0,y:!0,lock:!1,move:rn,points:{one:!1,show:Qt,size:tn,width:0,stroke:en,fill:$t},bind:{mousedown:an,mouseup:an,click:an,dblclick:an,mousemove:on,mouseleave:on,mouseenter:on},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(e,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(e,t,n,r,i)=>r-i,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},cn={show:!0,stroke:`rgba(0,0,0,0.07)`,width:2},ln=U({},cn,{filter:Re}),un=U({},ln,{size:10}),dn=U({},cn,{show:!1}),fn=`12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"`,pn=`bold `+fn,mn=1.5,hn={show:!0,scale:`x`,stroke:s,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:pn,side:2,grid:ln,ticks:un,border:dn,font:fn,lineGap:mn,rotate:0},gn={show:!0,scale:`x`,auto:!1,sorted:1,min:R,max:-1/0,idxs:[]};function _n(e,t,n,r,i){return t.map(e=>e==null?``:F(e))}function vn(e,t,n,r,i,a,o){let s=[],c=Ke.get(i)||0;n=o?n:H(Ge(n,i),c);for(let e=n;e<=r;e=H(e+i,c))s.push(Object.is(e,-0)?0:e);return s}function yn(e,t,n,r,i,a,o){let s=[],c=e.scales[e.axes[t].scale].log,l=L((c==10?Ae:je)(n));i=Oe(c,l),c==10&&(i=Ot[ue(i,Ot)]);let u=n,d=i*c;c==10&&(d=Ot[ue(d,Ot)]);do s.push(u),u+=i,c==10&&!Ke.has(u)&&(u=H(u,Ke.get(i))),u>=d&&(i=u,d=i*c,c==10&&(d=Ot[ue(d,Ot)]));while(u<=r);return s}function bn(e,t,n,r,i,a,o){let s=e.scales[e.axes[t].scale].asinh,c=r>s?yn(e,t,De(s,n),r,i):[s],l=r>=0&&n<=0?[0]:[];return(n<-s?yn(e,t,De(s,-r),-n,i):[s]).reverse().map(e=>-e).concat(l,c)}let xn=/./,Sn=/[12357]/,Cn=/[125]/,wn=/1/,Tn=(e,t,n,r)=>e.map((e,i)=>t==4&&e==0||i%r==0&&n.test(e.toExponential()[+(e<0)])?e:null);function En(e,t,n,r,i){let a=e.axes[n],o=a.scale,s=e.scales[o],c=e.valToPos,l=a._space,u=c(10,o),d=c(9,o)-u>=l?xn:c(7,o)-u>=l?Sn:c(5,o)-u>=l?Cn:wn;if(d==wn){let e=Ce(c(1,o)-u);if(e<l)return Tn(t.slice().reverse(),s.distr,d,Te(l/e)).reverse()}return Tn(t,s.distr,d,1)}function Dn(e,t,n,r,i){let a=e.axes[n],o=a.scale,s=a._space,c=e.valToPos,l=Ce(c(1,o)-c(2,o));return l<s?Tn(t.slice().reverse(),3,xn,Te(s/l)).reverse():t}function On(e,t,n,r){return r==null?`--`:t==null?``:F(t)}let kn={show:!0,scale:`y`,stroke:s,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:pn,side:3,grid:ln,ticks:un,border:dn,font:fn,lineGap:mn,rotate:0};function An(e,t){return H((3+(e||1)*2)*t,3)}function jn(e,t){let{scale:n,idxs:r}=e.series[0],i=e._data[0],a=e.valToPos(i[r[0]],n,!0),o=e.valToPos(i[r[1]],n,!0),s=Ce(o-a)/(e.series[t].points.space*x);return r[1]-r[0]<=s}let Mn={scale:null,auto:!0,sorted:0,min:R,max:-1/0},Nn=(e,t,n,r,i)=>i,Pn={show:!0,auto:!0,sorted:0,gaps:Nn,alpha:1,facets:[U({},Mn,{scale:`x`}),U({},Mn,{scale:`y`})]},Fn={scale:`y`,auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Nn,alpha:1,points:{show:jn,filter:null},values:null,min:R,max:-1/0,idxs:[],path:null,clip:null};function In(e,t,n,r,i){return n/10}let Ln={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Rn=U({},Ln,{time:!1,ori:1}),zn={};function Bn(e,t){let n=zn[e];return n||(n={key:e,plots:[],sub(e){n.plots.push(e)},unsub(e){n.plots=n.plots.filter(t=>t!=e)},pub(e,t,r,i,a,o,s){for(let c=0;c<n.plots.length;c++)n.plots[c]!=t&&n.plots[c].pub(e,t,r,i,a,o,s)}},e!=null&&(zn[e]=n)),n}function Vn(e,t,n){let r=e.mode,i=e.series[t],a=r==2?e._data[t]:e._data,o=e.scales,s=e.bbox,c=a[0],l=r==2?a[1]:a[t],u=r==2?o[i.facets[0].scale]:o[e.series[0].scale],d=r==2?o[i.facets[1].scale]:o[i.scale],f=s.left,p=s.top,m=s.width,h=s.height,g=e.valToPosH,_=e.valToPosV;return u.ori==0?n(i,c,l,u,d,g,_,f,p,m,h,Xn,q,Y,$n,tr):n(i,c,l,u,d,_,g,p,f,h,m,Zn,J,Qn,er,nr)}function Hn(e,t){let n=0,r=0,i=N(e.bands,Xe);for(let e=0;e<i.length;e++){let a=i[e];a.series[0]==t?n=a.dir:a.series[1]==t&&(a.dir==1?r|=1:r|=2)}return[n,r==1?-1:r==2?1:r==3?2:0]}function Un(e,t,n,r,i){let a=e.mode,o=e.series[t],s=a==2?o.facets[1].scale:o.scale,c=e.scales[s];return i==-1?c.min:i==1?c.max:c.distr==3?c.dir==1?c.min:c.max:0}function Wn(e,t,n,r,i,a){return Vn(e,t,(e,t,o,s,c,l,u,d,f,p,m)=>{let h=e.pxRound,g=s.dir*(s.ori==0?1:-1),_=s.ori==0?q:J,v,y;g==1?(v=n,y=r):(v=r,y=n);let b=h(l(t[v],s,p,d)),x=h(u(o[v],c,m,f)),S=h(l(t[y],s,p,d)),C=h(u(a==1?c.max:c.min,c,m,f)),w=new Path2D(i);return _(w,S,C),_(w,b,C),_(w,b,x),w})}function Gn(e,t,n,r,i,a){let o=null;if(e.length>0){o=new Path2D;let s=t==0?Y:Qn,c=n;for(let t=0;t<e.length;t++){let n=e[t];if(n[1]>n[0]){let e=n[0]-c;e>0&&s(o,c,r,e,r+a),c=n[1]}}let l=n+i-c;l>0&&s(o,c,r-5,l,r+a+10)}return o}function Kn(e,t,n){let r=e[e.length-1];r&&r[0]==t?r[1]=n:e.push([t,n])}function qn(e,t,n,r,i,a,o){let s=[],c=e.length;for(let l=i==1?n:r;l>=n&&l<=r;l+=i)if(t[l]===null){let u=l,d=l;if(i==1)for(;++l<=r&&t[l]===null;)d=l;else for(;--l>=n&&t[l]===null;)d=l;let f=a(e[u]),p=d==u?f:a(e[d]),m=u-i;f=o<=0&&m>=0&&m<c?a(e[m]):f;let h=d+i;p=o>=0&&h>=0&&h<c?a(e[h]):p,p>=f&&s.push([f,p])}return s}function Jn(e){return e==0?B:e==1?we:t=>We(t,e)}function Yn(e){let t=e==0?Xn:Zn,n=e==0?(e,t,n,r,i,a)=>{e.arcTo(t,n,r,i,a)}:(e,t,n,r,i,a)=>{e.arcTo(n,t,i,r,a)},r=e==0?(e,t,n,r,i)=>{e.rect(t,n,r,i)}:(e,t,n,r,i)=>{e.rect(n,t,i,r)};return(e,i,a,o,s,c=0,l=0)=>{c==0&&l==0?r(e,i,a,o,s):(c=Ee(c,o/2,s/2),l=Ee(l,o/2,s/2),t(e,i+c,a),n(e,i+o,a,i+o,a+s,c),n(e,i+o,a+s,i,a+s,l),n(e,i,a+s,i,a,l),n(e,i,a,i+o,a,c),e.closePath())}}let Xn=(e,t,n)=>{e.moveTo(t,n)},Zn=(e,t,n)=>{e.moveTo(n,t)},q=(e,t,n)=>{e.lineTo(t,n)},J=(e,t,n)=>{e.lineTo(n,t)},Y=Yn(0),Qn=Yn(1),$n=(e,t,n,r,i,a)=>{e.arc(t,n,r,i,a)},er=(e,t,n,r,i,a)=>{e.arc(n,t,r,i,a)},tr=(e,t,n,r,i,a,o)=>{e.bezierCurveTo(t,n,r,i,a,o)},nr=(e,t,n,r,i,a,o)=>{e.bezierCurveTo(n,t,i,r,o,a)};function rr(e){return(e,t,n,r,i)=>Vn(e,t,(t,a,o,s,c,l,u,d,f,p,m)=>{let{pxRound:h,points:g}=t,_,v;s.ori==0?(_=Xn,v=$n):(_=Zn,v=er);let y=H(g.width*x,3),b=(g.size-g.width)/2*x,S=H(b*2,3),C=new Path2D,w=new Path2D,{left:T,top:E,width:D,height:O}=e.bbox;Y(w,T-S,E-S,D+S*2,O+S*2);let ee=e=>{if(o[e]!=null){let t=h(l(a[e],s,p,d)),n=h(u(o[e],c,m,f));_(C,t+b,n),v(C,t,n,b,0,Se*2)}};if(i)i.forEach(ee);else for(let e=n;e<=r;e++)ee(e);return{stroke:y>0?C:null,fill:C,clip:w,flags:3}})}function ir(e){return(t,n,r,i,a,o)=>{r!=i&&(a!=r&&o!=r&&e(t,n,r),a!=i&&o!=i&&e(t,n,i),e(t,n,o))}}let ar=ir(q),or=ir(J);function sr(e){let t=N(e?.alignGaps,0);return(e,n,r,i)=>Vn(e,n,(a,o,s,c,l,u,d,f,p,m,h)=>{[r,i]=j(s,r,i);let g=a.pxRound,_=e=>g(u(e,c,m,f)),v=e=>g(d(e,l,h,p)),y,b;c.ori==0?(y=q,b=ar):(y=J,b=or);let x=c.dir*(c.ori==0?1:-1),S={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:1},C=S.stroke,w=!1;if(i-r>=m*4){let t=t=>e.posToVal(t,c.key,!0),n=null,a=null,l,u,d,f=_(o[x==1?r:i]),p=_(o[r]),m=_(o[i]),h=t(x==1?p+1:m-1);for(let e=x==1?r:i;e>=r&&e<=i;e+=x){let r=o[e],i=(x==1?r<h:r>h)?f:_(r),c=s[e];i==f?c==null?c===null&&(w=!0):(u=c,n==null?(y(C,i,v(u)),l=n=a=u):u<n?n=u:u>a&&(a=u)):(n!=null&&b(C,f,v(n),v(a),v(l),v(u)),c==null?(n=a=null,c===null&&(w=!0)):(u=c,y(C,i,v(u)),n=a=l=u),f=i,h=t(f+x))}n!=null&&n!=a&&d!=f&&b(C,f,v(n),v(a),v(l),v(u))}else for(let e=x==1?r:i;e>=r&&e<=i;e+=x){let t=s[e];t===null?w=!0:t!=null&&y(C,_(o[e]),v(t))}let[T,E]=Hn(e,n);if(a.fill!=null||T!=0){let t=S.fill=new Path2D(C),s=v(a.fillTo(e,n,a.min,a.max,T)),c=_(o[r]),l=_(o[i]);x==-1&&([l,c]=[c,l]),y(t,l,s),y(t,c,s)}if(!a.spanGaps){let l=[];w&&l.push(...qn(o,s,r,i,x,_,t)),S.gaps=l=a.gaps(e,n,r,i,l),S.clip=Gn(l,c.ori,f,p,m,h)}return E!=0&&(S.band=E==2?[Wn(e,n,r,i,C,-1),Wn(e,n,r,i,C,1)]:Wn(e,n,r,i,C,E)),S})}function cr(e){let t=N(e.align,1),n=N(e.ascDesc,!1),r=N(e.alignGaps,0),i=N(e.extend,!1);return(e,a,o,s)=>Vn(e,a,(c,l,u,d,f,p,m,h,g,_,v)=>{[o,s]=j(u,o,s);let y=c.pxRound,{left:b,width:S}=e.bbox,C=e=>y(p(e,d,_,h)),w=e=>y(m(e,f,v,g)),T=d.ori==0?q:J,E={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:1},D=E.stroke,O=d.dir*(d.ori==0?1:-1),ee=w(u[O==1?o:s]),te=C(l[O==1?o:s]),ne=te,re=te;i&&t==-1&&(re=b,T(D,re,ee)),T(D,te,ee);for(let e=O==1?o:s;e>=o&&e<=s;e+=O){let n=u[e];if(n==null)continue;let r=C(l[e]),i=w(n);t==1?T(D,r,ee):T(D,ne,i),T(D,r,i),ee=i,ne=r}let ie=ne;i&&t==1&&(ie=b+S,T(D,ie,ee));let[ae,oe]=Hn(e,a);if(c.fill!=null||ae!=0){let t=E.fill=new Path2D(D),n=w(c.fillTo(e,a,c.min,c.max,ae));T(t,ie,n),T(t,re,n)}if(!c.spanGaps){let i=[];i.push(...qn(l,u,o,s,O,C,r));let f=c.width*x/2,p=n||t==1?f:-f,m=n||t==-1?-f:f;i.forEach(e=>{e[0]+=p,e[1]+=m}),E.gaps=i=c.gaps(e,a,o,s,i),E.clip=Gn(i,d.ori,h,g,_,v)}return oe!=0&&(E.band=oe==2?[Wn(e,a,o,s,D,-1),Wn(e,a,o,s,D,1)]:Wn(e,a,o,s,D,oe)),E})}function lr(e,t,n,r,i,a,o=R){if(e.length>1){let s=null;for(let c=0,l=1/0;c<e.length;c++)if(t[c]!==void 0){if(s!=null){let t=Ce(e[c]-e[s]);t<l&&(l=t,o=Ce(n(e[c],r,i,a)-n(e[s],r,i,a)))}s=c}}return o}function ur(e){e||=Ye;let t=N(e.size,[.6,R,1]),n=e.align||0,r=e.gap||0,i=e.radius;i=i==null?[0,0]:typeof i==`number`?[i,0]:i;let a=z(i),o=1-t[0],s=N(t[1],R),c=N(t[2],1),l=N(e.disp,Ye),u=N(e.each,e=>{}),{fill:d,stroke:f}=l;return(e,t,i,p)=>Vn(e,t,(m,h,g,_,v,y,b,S,C,w,T)=>{let E=m.pxRound,D=n,O=r*x,ee=s*x,te=c*x,ne,re;_.ori==0?[ne,re]=a(e,t):[re,ne]=a(e,t);let ie=_.dir*(_.ori==0?1:-1),ae=_.ori==0?Y:Qn,oe=_.ori==0?u:(e,t,n,r,i,a,o)=>{u(e,t,n,i,r,o,a)},se=N(e.bands,Xe).find(e=>e.series[0]==t),ce=se==null?0:se.dir,le=m.fillTo(e,t,m.min,m.max,ce),ue=E(b(le,v,T,C)),k,A,de,j=w,M=E(m.width*x),fe=!1,pe=null,me=null,he=null,ge=null;d!=null&&(M==0||f!=null)&&(fe=!0,pe=d.values(e,t,i,p),me=new Map,new Set(pe).forEach(e=>{e!=null&&me.set(e,new Path2D)}),M>0&&(he=f.values(e,t,i,p),ge=new Map,new Set(he).forEach(e=>{e!=null&&ge.set(e,new Path2D)})));let{x0:_e,size:ve}=l;if(_e!=null&&ve!=null){D=1,h=_e.values(e,t,i,p),_e.unit==2&&(h=h.map(t=>e.posToVal(S+t*w,_.key,!0)));let n=ve.values(e,t,i,p);A=ve.unit==2?n[0]*w:y(n[0],_,w,S)-y(0,_,w,S),j=lr(h,g,y,_,w,S,j),de=j-A+O}else j=lr(h,g,y,_,w,S,j),de=j*o+O,A=j-de;de<1&&(de=0),M>=A/2&&(M=0),de<5&&(E=B);let ye=de>0,be=j-de-(ye?M:0);A=E(Fe(be,te,ee)),k=(D==0?A/2:D==ie?0:A)-D*ie*((D==0?O/2:0)+(ye?M/2:0));let P={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},xe=fe?null:new Path2D,F=null;if(se!=null)F=e.data[se.series[1]];else{let{y0:n,y1:r}=l;n!=null&&r!=null&&(g=r.values(e,t,i,p),F=n.values(e,t,i,p))}let I=ne*A,Se=re*A;for(let n=ie==1?i:p;n>=i&&n<=p;n+=ie){let r=g[n];if(r==null)continue;if(F!=null){let e=F[n]??0;if(r-e==0)continue;ue=b(e,v,T,C)}let i=y(_.distr!=2||l!=null?h[n]:n,_,w,S),a=b(N(r,le),v,T,C),o=E(i-k),s=E(De(a,ue)),c=E(Ee(a,ue)),u=s-c;if(r!=null){let i=r<0?Se:I,a=r<0?I:Se;fe?(M>0&&he[n]!=null&&ae(ge.get(he[n]),o,c+L(M/2),A,De(0,u-M),i,a),pe[n]!=null&&ae(me.get(pe[n]),o,c+L(M/2),A,De(0,u-M),i,a)):ae(xe,o,c+L(M/2),A,De(0,u-M),i,a),oe(e,t,n,o-M/2,c,A+M,u)}}return M>0?P.stroke=fe?ge:xe:fe||(P._fill=m.width==0?m._fill:m._stroke??m._fill,P.width=0),P.fill=fe?me:xe,P})}function dr(e,t){let n=N(t?.alignGaps,0);return(t,r,i,a)=>Vn(t,r,(o,s,c,l,u,d,f,p,m,h,g)=>{[i,a]=j(c,i,a);let _=o.pxRound,v=e=>_(d(e,l,h,p)),y=e=>_(f(e,u,g,m)),b,x,S;l.ori==0?(b=Xn,S=q,x=tr):(b=Zn,S=J,x=nr);let C=l.dir*(l.ori==0?1:-1),w=v(s[C==1?i:a]),T=w,E=[],D=[];for(let e=C==1?i:a;e>=i&&e<=a;e+=C)if(c[e]!=null){let t=s[e],n=v(t);E.push(T=n),D.push(y(c[e]))}let O={stroke:e(E,D,b,S,x,_),fill:null,clip:null,band:null,gaps:null,flags:1},ee=O.stroke,[te,ne]=Hn(t,r);if(o.fill!=null||te!=0){let e=O.fill=new Path2D(ee),n=y(o.fillTo(t,r,o.min,o.max,te));S(e,T,n),S(e,w,n)}if(!o.spanGaps){let e=[];e.push(...qn(s,c,i,a,C,v,n)),O.gaps=e=o.gaps(t,r,i,a,e),O.clip=Gn(e,l.ori,p,m,h,g)}return ne!=0&&(O.band=ne==2?[Wn(t,r,i,a,ee,-1),Wn(t,r,i,a,ee,1)]:Wn(t,r,i,a,ee,ne)),O})}function fr(e){return dr(pr,e)}function pr(e,t,n,r,i,a){let o=e.length;if(o<2)return null;let s=new Path2D;if(n(s,e[0],t[0]),o==2)r(s,e[1],t[1]);else{let n=Array(o),r=Array(o-1),a=Array(o-1),c=Array(o-1);for(let n=0;n<o-1;n++)a[n]=t[n+1]-t[n],c[n]=e[n+1]-e[n],r[n]=a[n]/c[n];n[0]=r[0];for(let e=1;e<o-1;e++)r[e]===0||r[e-1]===0||r[e-1]>0!=r[e]>0?n[e]=0:(n[e]=3*(c[e-1]+c[e])/((2*c[e]+c[e-1])/r[e-1]+(c[e]+2*c[e-1])/r[e]),isFinite(n[e])||(n[e]=0));n[o-1]=r[o-2];for(let r=0;r<o-1;r++)i(s,e[r]+c[r]/3,t[r]+n[r]*c[r]/3,e[r+1]-c[r]/3,t[r+1]-n[r+1]*c[r]/3,e[r+1],t[r+1])}return s}let mr=new Set;function hr(){for(let e of mr)e.syncRect(!0)}_&&(ce(`resize`,y,hr),ce(`scroll`,y,hr,!0),ce(g,y,()=>{jr.pxRatio=x}));let gr=sr(),_r=rr();function vr(e,t,n,r){return(r?[e[0],e[1]].concat(e.slice(2)):[e[0]].concat(e.slice(1))).map((e,r)=>br(e,r,t,n))}function yr(e,t){return e.map((e,n)=>n==0?{}:U({},t,e))}function br(e,t,n,r){return U({},t==0?n:r,e)}function xr(e,t,n){return t==null?Ze:[t,n]}let Sr=xr;function Cr(e,t,n){return t==null?Ze:ye(t,n,he,!0)}function wr(e,t,n,r){return t==null?Ze:pe(t,n,e.scales[r].log,!1)}let Tr=wr;function Er(e,t,n,r){return t==null?Ze:me(t,n,e.scales[r].log,!1)}let Dr=Er;function Or(e,t,n,r,i){let a=De(Pe(e),Pe(t)),o=t-e,s=ue(i/r*o,n);do{let e=n[s],t=r*e/o;if(t>=i&&a+(e<5?Ke.get(e):0)<=17)return[e,t]}while(++s<n.length);return[0,0]}function kr(e){let t,n;return e=e.replace(/(\\d+)px/,(e,r)=>(t=we((n=+r)*x))+`px`),[e,t,n]}function Ar(e){e.show&&[e.font,e.labelFont].forEach(e=>{let t=H(e[2]*x,1);e[0]=e[0].replace(/[0-9.]+px/,t+`px`),e[1]=t})}function jr(s,h,_){let b={mode:N(s.mode,1)},S=b.mode;function C(e,t,n,r){let i=t.valToPct(e);return r+n*(t.dir==-1?1-i:i)}function ee(e,t,n,r){let i=t.valToPct(e);return r+n*(t.dir==-1?i:1-i)}function ne(e,t,n,r){return t.ori==0?C(e,t,n,r):ee(e,t,n,r)}b.valToPosH=C,b.valToPosV=ee;let ie=!1;b.status=0;let oe=b.root=O(`uplot`);if(s.id!=null&&(oe.id=s.id),w(oe,s.class),s.title){let e=O(`u-title`,oe);e.textContent=s.title}let se=D(`canvas`),k=b.ctx=se.getContext(`2d`),A=O(`u-wrap`,oe);ce(`click`,A,e=>{e.target===j&&(X!=ci||Z!=li)&&pi.click(b,e)},!0);let de=b.under=O(`u-under`,A);A.appendChild(se);let j=b.over=O(`u-over`,A);s=ot(s);let M=+N(s.pxAlign,1),_e=Jn(M);(s.plugins||[]).forEach(e=>{e.opts&&(s=e.opts(b,s)||s)});let ve=s.ms||.001,P=b.series=S==1?vr(s.series||[],gn,Fn,!1):yr(s.series||[null],Pn),xe=b.axes=vr(s.axes||[],hn,kn,!0),F=b.scales={},I=b.bands=s.bands||[];I.forEach(e=>{e.fill=z(e.fill||null),e.dir=N(e.dir,-1)});let L=S==2?P[1].facets[0].scale:P[0].scale,ke={axes:Kr,series:Fr},je=(s.drawOrder||[`axes`,`series`]).map(e=>ke[e]);function Pe(e){let t=e.distr==3?t=>Ae(t>0?t:e.clamp(b,t,e.min,e.max,e.key)):e.distr==4?t=>Ne(t,e.asinh):e.distr==100?t=>e.fwd(t):e=>e;return n=>{let r=t(n),{_min:i,_max:a}=e,o=a-i;return(r-i)/o}}function Le(e){let t=F[e];if(t==null){let n=(s.scales||Ye)[e]||Ye;if(n.from!=null){Le(n.from);let t=U({},F[n.from],n,{key:e});t.valToPct=Pe(t),F[e]=t}else{t=F[e]=U({},e==L?Ln:Rn,n),t.key=e;let r=t.time,i=t.range,a=Qe(i);if((e!=L||S==2&&!r)&&(a&&(i[0]==null||i[1]==null)&&(i={min:i[0]==null?ge:{mode:1,hard:i[0],soft:i[0]},max:i[1]==null?ge:{mode:1,hard:i[1],soft:i[1]}},a=!1),!a&&nt(i))){let e=i;i=(t,n,r)=>n==null?Ze:ye(n,r,e)}t.range=z(i||(r?Sr:e==L?t.distr==3?Tr:t.distr==4?Dr:xr:t.distr==3?wr:t.distr==4?Er:Cr)),t.auto=z(!a&&t.auto),t.clamp=z(t.clamp||In),t._min=t._max=null,t.valToPct=Pe(t)}}}Le(`x`),Le(`y`),S==1&&P.forEach(e=>{Le(e.scale)}),xe.forEach(e=>{Le(e.scale)});for(let e in s.scales)Le(e);let B=F[L],He=B.distr,Ue,Ge;B.ori==0?(w(oe,`u-hz`),Ue=C,Ge=ee):(w(oe,`u-vt`),Ue=ee,Ge=C);let V={};for(let e in F){let t=F[e];(t.min!=null||t.max!=null)&&(V[e]={min:t.min,max:t.max},t.min=t.max=null)}let Je=s.tzDate||(e=>new Date(we(e/ve))),$e=s.fmtDate||bt,it=ve==1?zt(Je):Ht(Je),at=Wt(Je,Ut(ve==1?Rt:Vt,$e)),st=Jt(Je,qt(`{YYYY}-{MM}-{DD} {h}:{mm}{aa}`,$e)),ct=[],ut=b.legend=U({},Zt,s.legend),W=b.cursor=U({},sn,{drag:{y:S==2}},s.cursor),dt=ut.show,ft=W.show,pt=ut.markers;ut.idxs=ct,pt.width=z(pt.width),pt.dash=z(pt.dash),pt.stroke=z(pt.stroke),pt.fill=z(pt.fill);let mt,ht,gt,_t=[],vt=[],yt,xt=!1,St={};if(ut.live){let e=P[1]?P[1].values:null;xt=e!=null,yt=xt?e(b,1,0):{_:0};for(let e in yt)St[e]=`--`}if(dt){if(mt=D(`table`,`u-legend`,oe),gt=D(`tbody`,null,mt),ut.mount(b,mt),xt){ht=D(`thead`,null,mt,gt);let e=D(`tr`,null,ht);for(var Ct in D(`th`,null,e),yt)D(`th`,t,e).textContent=Ct}else w(mt,`u-inline`),ut.live&&w(mt,`u-live`)}let wt={show:!0},Tt={show:!1};function Et(n,r){if(r==0&&(xt||!ut.live||S==2))return Ze;let i=[],a=D(`tr`,`u-series`,gt,gt.childNodes[r]);w(a,n.class),n.show||w(a,e);let o=D(`th`,null,a);if(pt.show){let e=O(`u-marker`,o);if(r>0){let t=pt.width(b,r);t&&(e.style.border=t+`px `+pt.dash(b,r)+` `+pt.stroke(b,r)),e.style.background=pt.fill(b,r)}}let s=O(t,o);for(var c in n.label instanceof HTMLElement?s.appendChild(n.label):s.textContent=n.label,r>0&&(pt.show||(s.style.color=n.width>0?pt.stroke(b,r):pt.fill(b,r)),At(`click`,o,e=>{if(W._lock)return;Sn(e);let t=P.indexOf(n);if((e.ctrlKey||e.metaKey)!=ut.isolate){let e=P.some((e,n)=>n>0&&n!=t&&e.show);P.forEach((n,r)=>{r>0&&bi(r,e?r==t?wt:Tt:wt,!0,$.setSeries)})}else bi(t,{show:!n.show},!0,$.setSeries)},!1),Tn&&At(f,o,e=>{W._lock||(Sn(e),bi(P.indexOf(n),Oi,!0,$.setSeries))},!1)),yt){let e=D(`td`,`u-value`,a);e.textContent=`--`,i.push(e)}return[a,i]}let kt=new Map;function At(e,t,n,r=!0){let i=kt.get(t)||{},a=W.bind[e](b,t,n,r);a&&(ce(e,t,i[e]=a),kt.set(t,i))}function jt(e,t,n){let r=kt.get(t)||{};for(let n in r)(e==null||n==e)&&(le(n,t,r[n]),delete r[n]);e??kt.delete(t)}let Mt=0,Nt=0,G=0,K=0,Pt=0,Ft=0,It=Pt,Kt=Ft,Yt=G,Xt=K,Qt=0,$t=0,en=0,tn=0;b.bbox={};let nn=!1,rn=!1,an=!1,on=!1,cn=!1,ln=!1;function un(e,t,n){(n||e!=b.width||t!=b.height)&&dn(e,t),qr(!1),an=!0,rn=!0,Qr()}function dn(e,t){b.width=Mt=G=e,b.height=Nt=K=t,Pt=Ft=0,mn(),xn();let n=b.bbox;Qt=n.left=We(Pt*x,.5),$t=n.top=We(Ft*x,.5),en=n.width=We(G*x,.5),tn=n.height=We(K*x,.5)}function fn(){let e=!1,t=0;for(;!e;){t++;let n=Wr(t),r=Gr(t);e=t==3||n&&r,e||(dn(b.width,b.height),rn=!0)}}function pn({width:e,height:t}){un(e,t)}b.setSize=pn;function mn(){let e=!1,t=!1,n=!1,r=!1;xe.forEach((i,a)=>{if(i.show&&i._show){let{side:a,_size:o}=i,s=a%2,c=o+(i.label==null?0:i.labelSize);c>0&&(s?(G-=c,a==3?(Pt+=c,r=!0):n=!0):(K-=c,a==0?(Ft+=c,e=!0):t=!0))}}),Kn[0]=e,Kn[1]=n,Kn[2]=t,Kn[3]=r,G-=Zn[1]+Zn[3],Pt+=Zn[3],K-=Zn[2]+Zn[0],Ft+=Zn[0]}function xn(){let e=Pt+G,t=Ft+K,n=Pt,r=Ft;function i(i,a){switch(i){case 1:return e+=a,e-a;case 2:return t+=a,t-a;case 3:return n-=a,n+a;case 0:return r-=a,r+a}}xe.forEach((e,t)=>{if(e.show&&e._show){let t=e.side;e._pos=i(t,e._size),e.label!=null&&(e._lpos=i(t,e.labelSize))}})}if(W.dataIdx==null){let e=W.hover,t=e.skip=new Set(e.skip??[]);t.add(void 0);let n=e.prox=z(e.prox),r=e.bias??=0;W.dataIdx=(e,i,a,o)=>{if(i==0)return a;let s=a,c=n(e,i,a,o)??R,l=c>=0&&c<R,u=B.ori==0?G:K,d=W.left,f=h[0],p=h[i];if(t.has(p[a])){s=null;let e=null,n=null,i;if(r==0||r==-1)for(i=a;e==null&&i-->0;)t.has(p[i])||(e=i);if(r==0||r==1)for(i=a;n==null&&i++<p.length;)t.has(p[i])||(n=i);if(e!=null||n!=null){if(l){let t=e==null?-1/0:Ue(f[e],B,u,0),r=n==null?1/0:Ue(f[n],B,u,0),i=d-t,a=r-d;i<=a?i<=c&&(s=e):a<=c&&(s=n)}else s=n==null?e:e==null?n:a-e<=n-a?e:n}}else l&&Ce(d-Ue(f[a],B,u,0))>c&&(s=null);return s}}let Sn=e=>{W.event=e};W.idxs=ct,W._lock=!1;let Cn=W.points;Cn.show=z(Cn.show),Cn.size=z(Cn.size),Cn.stroke=z(Cn.stroke),Cn.width=z(Cn.width),Cn.fill=z(Cn.fill);let wn=b.focus=U({},s.focus||{alpha:.3},W.focus),Tn=wn.prox>=0,jn=Tn&&Cn.one,Mn=[],Nn=[],zn=[];function Vn(e,t){let n=Cn.show(b,t);if(n instanceof HTMLElement)return w(n,`u-cursor-pt`),w(n,e.class),te(n,-10,-10,G,K),j.insertBefore(n,Mn[t]),n}function Hn(e,t){if(S==1||t>0){let t=S==1&&F[e.scale].time,n=e.value;e.value=t?tt(n)?Jt(Je,qt(n,$e)):n||st:n||On,e.label=e.label||(t?`Time`:`Value`)}if(jn||t>0){e.width=e.width==null?1:e.width,e.paths=e.paths||gr||ze,e.fillTo=z(e.fillTo||Un),e.pxAlign=+N(e.pxAlign,M),e.pxRound=Jn(e.pxAlign),e.stroke=z(e.stroke||null),e.fill=z(e.fill||null),e._stroke=e._fill=e._paths=e._focus=null;let t=An(De(1,e.width),1),n=e.points=U({},{size:t,width:De(1,t*.2),stroke:e.stroke,space:t*2,paths:_r,_stroke:null,_fill:null},e.points);n.show=z(n.show),n.filter=z(n.filter),n.fill=z(n.fill),n.stroke=z(n.stroke),n.paths=z(n.paths),n.pxAlign=e.pxAlign}if(dt){let n=Et(e,t);_t.splice(t,0,n[0]),vt.splice(t,0,n[1]),ut.values.push(null)}if(ft){ct.splice(t,0,null);let n=null;jn?t==0&&(n=Vn(e,t)):t>0&&(n=Vn(e,t)),Mn.splice(t,0,n),Nn.splice(t,0,0),zn.splice(t,0,0)}ra(`addSeries`,t)}function Wn(e,t){t??=P.length,e=S==1?br(e,t,gn,Fn):br(e,t,{},Pn),P.splice(t,0,e),Hn(P[t],t)}b.addSeries=Wn;function Gn(e){if(P.splice(e,1),dt){ut.values.splice(e,1),vt.splice(e,1);let t=_t.splice(e,1)[0];jt(null,t.firstChild),t.remove()}ft&&(ct.splice(e,1),Mn.splice(e,1)[0].remove(),Nn.splice(e,1),zn.splice(e,1)),ra(`delSeries`,e)}b.delSeries=Gn;let Kn=[!1,!1,!1,!1];function qn(e,t){if(e._show=e.show,e.show){let n=e.side%2,r=F[e.scale];r??=(e.scale=n?P[1].scale:L,F[e.scale]);let i=r.time;e.size=z(e.size),e.space=z(e.space),e.rotate=z(e.rotate),Qe(e.incrs)&&e.incrs.forEach(e=>{!Ke.has(e)&&Ke.set(e,qe(e))}),e.incrs=z(e.incrs||(r.distr==2?Dt:i?ve==1?Lt:Bt:Ot)),e.splits=z(e.splits||(i&&r.distr==1?it:r.distr==3?yn:r.distr==4?bn:vn)),e.stroke=z(e.stroke),e.grid.stroke=z(e.grid.stroke),e.ticks.stroke=z(e.ticks.stroke),e.border.stroke=z(e.border.stroke);let a=e.values;e.values=Qe(a)&&!Qe(a[0])?z(a):i?Qe(a)?Wt(Je,Ut(a,$e)):tt(a)?Gt(Je,a):a||at:a||_n,e.filter=z(e.filter||(r.distr>=3&&r.log==10?En:r.distr==3&&r.log==2?Dn:Re)),e.font=kr(e.font),e.labelFont=kr(e.labelFont),e._size=e.size(b,null,t,0),e._space=e._rotate=e._incrs=e._found=e._splits=e._values=null,e._size>0&&(Kn[t]=!0,e._el=O(`u-axis`,A))}}function Yn(e,t,n,r){let[i,a,o,s]=n,c=t%2,l=0;return c==0&&(s||a)&&(l=t==0&&!i||t==2&&!o?we(hn.size/3):0),c==1&&(i||o)&&(l=t==1&&!a||t==3&&!s?we(kn.size/2):0),l}let Xn=b.padding=(s.padding||[Yn,Yn,Yn,Yn]).map(e=>z(N(e,Yn))),Zn=b._padding=Xn.map((e,t)=>e(b,t,Kn,0)),q,J=null,Y=null,Qn=S==1?P[0].idxs:null,$n=null,er=!1;function tr(e,t){if(h=e??[],b.data=b._data=h,S==2){q=0;for(let e=1;e<P.length;e++)q+=h[e][0].length}else{h.length==0&&(b.data=b._data=h=[[]]),$n=h[0],q=$n.length;let e=h;if(He==2){e=h.slice();let t=e[0]=Array(q);for(let e=0;e<q;e++)t[e]=e}b._data=h=e}if(qr(!0),ra(`setData`),He==2&&(an=!0),t!==!1){let e=B;e.auto(b,er)?nr():yi(L,e.min,e.max),on||=W.left>=0,ln=!0,Qr()}}b.setData=tr;function nr(){er=!0;let e,t;S==1&&(q>0?(J=Qn[0]=0,Y=Qn[1]=q-1,e=h[0][J],t=h[0][Y],He==2?(e=J,t=Y):e==t&&(He==3?[e,t]=pe(e,e,B.log,!1):He==4?[e,t]=me(e,e,B.log,!1):B.time?t=e+we(86400/ve):[e,t]=ye(e,t,he,!0))):(J=Qn[0]=e=null,Y=Qn[1]=t=null)),yi(L,e,t)}let rr,ir,ar,or,sr,cr,lr,ur,dr,fr;function pr(e,t,n,r,i,a){e??=c,n??=Xe,r??=`butt`,i??=c,a??=`round`,e!=rr&&(k.strokeStyle=rr=e),i!=ir&&(k.fillStyle=ir=i),t!=ar&&(k.lineWidth=ar=t),a!=sr&&(k.lineJoin=sr=a),r!=cr&&(k.lineCap=cr=r),n!=or&&k.setLineDash(or=n)}function hr(e,t,n,r){t!=ir&&(k.fillStyle=ir=t),e!=lr&&(k.font=lr=e),n!=ur&&(k.textAlign=ur=n),r!=dr&&(k.textBaseline=dr=r)}function jr(e,t,n,r,i=0){if(r.length>0&&e.auto(b,er)&&(t==null||t.min==null)){let t=N(J,0),a=N(Y,r.length-1),o=n.min==null?fe(r,t,a,i,e.distr==3):[n.min,n.max];e.min=Ee(e.min,n.min=o[0]),e.max=De(e.max,n.max=o[1])}}let Mr={min:null,max:null};function Nr(){for(let e in F){let t=F[e];V[e]==null&&(t.min==null||V[L]!=null&&t.auto(b,er))&&(V[e]=Mr)}for(let e in F){let t=F[e];V[e]==null&&t.from!=null&&V[t.from]!=null&&(V[e]=Mr)}V[L]!=null&&qr(!0);let e={};for(let t in V){let n=V[t];if(n!=null){let r=e[t]=ot(F[t],rt);if(n.min!=null)U(r,n);else if(t!=L||S==2){if(q==0&&r.from==null){let e=r.range(b,null,null,t);r.min=e[0],r.max=e[1]}else r.min=R,r.max=-1/0}}}if(q>0){P.forEach((t,n)=>{if(S==1){let r=t.scale,i=V[r];if(i==null)return;let a=e[r];if(n==0){let e=a.range(b,a.min,a.max,r);a.min=e[0],a.max=e[1],J=ue(a.min,h[0]),Y=ue(a.max,h[0]),Y-J>1&&(h[0][J]<a.min&&J++,h[0][Y]>a.max&&Y--),t.min=$n[J],t.max=$n[Y]}else t.show&&t.auto&&jr(a,i,t,h[n],t.sorted);t.idxs[0]=J,t.idxs[1]=Y}else if(n>0&&t.show&&t.auto){let[r,i]=t.facets,a=r.scale,o=i.scale,[s,c]=h[n],l=e[a],u=e[o];l!=null&&jr(l,V[a],r,s,r.sorted),u!=null&&jr(u,V[o],i,c,i.sorted),t.min=i.min,t.max=i.max}});for(let t in e){let n=e[t],r=V[t];if(n.from==null&&(r==null||r.min==null)){let e=n.range(b,n.min==R?null:n.min,n.max==-1/0?null:n.max,t);n.min=e[0],n.max=e[1]}}}for(let t in e){let n=e[t];if(n.from!=null){let r=e[n.from];if(r.min==null)n.min=n.max=null;else{let e=n.range(b,r.min,r.max,t);n.min=e[0],n.max=e[1]}}}let t={},n=!1;for(let r in e){let i=e[r],a=F[r];if(a.min!=i.min||a.max!=i.max){a.min=i.min,a.max=i.max;let e=a.distr;a._min=e==3?Ae(a.min):e==4?Ne(a.min,a.asinh):e==100?a.fwd(a.min):a.min,a._max=e==3?Ae(a.max):e==4?Ne(a.max,a.asinh):e==100?a.fwd(a.max):a.max,t[r]=n=!0}}if(n){P.forEach((e,n)=>{S==2?n>0&&t.y&&(e._paths=null):t[e.scale]&&(e._paths=null)});for(let e in t)an=!0,ra(`setScale`,e);ft&&W.left>=0&&(on=ln=!0)}for(let e in V)V[e]=null}function Pr(e){let t=Fe(J-1,0,q-1),n=Fe(Y+1,0,q-1);for(;e[t]==null&&t>0;)t--;for(;e[n]==null&&n<q-1;)n++;return[t,n]}function Fr(){if(q>0){let e=P.some(e=>e._focus)&&fr!=wn.alpha;e&&(k.globalAlpha=fr=wn.alpha),P.forEach((e,t)=>{if(t>0&&e.show&&(Ir(t,!1),Ir(t,!0),e._paths==null)){let n=fr;fr!=e.alpha&&(k.globalAlpha=fr=e.alpha);let r=S==2?[0,h[t][0].length-1]:Pr(h[t]);e._paths=e.paths(b,t,r[0],r[1]),fr!=n&&(k.globalAlpha=fr=n)}}),P.forEach((e,t)=>{if(t>0&&e.show){let n=fr;fr!=e.alpha&&(k.globalAlpha=fr=e.alpha),e._paths!=null&&Lr(t,!1);{let n=e._paths==null?null:e._paths.gaps,r=e.points.show(b,t,J,Y,n),i=e.points.filter(b,t,r,n);(r||i)&&(e.points._paths=e.points.paths(b,t,J,Y,i),Lr(t,!0))}fr!=n&&(k.globalAlpha=fr=n),ra(`drawSeries`,t)}}),e&&(k.globalAlpha=fr=1)}}function Ir(e,t){let n=t?P[e].points:P[e];n._stroke=n.stroke(b,e),n._fill=n.fill(b,e)}function Lr(e,t){let n=t?P[e].points:P[e],{stroke:r,fill:i,clip:a,flags:o,_stroke:s=n._stroke,_fill:c=n._fill,_width:l=n.width}=n._paths;l=H(l*x,3);let u=null,d=l%2/2;t&&c==null&&(c=l>0?`#fff`:s);let f=n.pxAlign==1&&d>0;if(f&&k.translate(d,d),!t){let e=Qt-l/2,t=$t-l/2,n=en+l,r=tn+l;u=new Path2D,u.rect(e,t,n,r)}t?zr(s,l,n.dash,n.cap,c,r,i,o,a):Rr(e,s,l,n.dash,n.cap,c,r,i,o,u,a),f&&k.translate(-d,-d)}function Rr(e,t,n,r,i,a,o,s,c,l,u){let d=!1;c!=0&&I.forEach((f,p)=>{if(f.series[0]==e){let e=P[f.series[1]],m=h[f.series[1]],g=(e._paths||Ye).band;Qe(g)&&(g=f.dir==1?g[0]:g[1]);let _,v=null;e.show&&g&&be(m,J,Y)?(v=f.fill(b,p)||a,_=e._paths.clip):g=null,zr(t,n,r,i,v,o,s,c,l,u,_,g),d=!0}}),d||zr(t,n,r,i,a,o,s,c,l,u)}function zr(e,t,n,r,i,a,o,s,c,l,u,d){pr(e,t,n,r,i),(c||l||d)&&(k.save(),c&&k.clip(c),l&&k.clip(l)),d?(s&3)==3?(k.clip(d),u&&k.clip(u),Vr(i,o),Br(e,a,t)):s&2?(Vr(i,o),k.clip(d),Br(e,a,t)):s&1&&(k.save(),k.clip(d),u&&k.clip(u),Vr(i,o),k.restore(),Br(e,a,t)):(Vr(i,o),Br(e,a,t)),(c||l||d)&&k.restore()}function Br(e,t,n){n>0&&(t instanceof Map?t.forEach((e,t)=>{k.strokeStyle=rr=t,k.stroke(e)}):t!=null&&e&&k.stroke(t))}function Vr(e,t){t instanceof Map?t.forEach((e,t)=>{k.fillStyle=ir=t,k.fill(e)}):t!=null&&e&&k.fill(t)}function Hr(e,t,n,r){let i=xe[e],a;if(r<=0)a=[0,0];else{let o=i._space=i.space(b,e,t,n,r);a=Or(t,n,i._incrs=i.incrs(b,e,t,n,r,o),r,o)}return i._found=a}function Ur(e,t,n,r,i,a,o,s,c,l){let u=o%2/2;M==1&&k.translate(u,u),pr(s,o,c,l,s),k.beginPath();let d,f,p,m,h=i+(r==0||r==3?-a:a);n==0?(f=i,m=h):(d=i,p=h);for(let r=0;r<e.length;r++)t[r]!=null&&(n==0?d=p=e[r]:f=m=e[r],k.moveTo(d,f),k.lineTo(p,m));k.stroke(),M==1&&k.translate(-u,-u)}function Wr(e){let t=!0;return xe.forEach((n,r)=>{if(!n.show)return;let i=F[n.scale];if(i.min==null){n._show&&(t=!1,n._show=!1,qr(!1));return}n._show||(t=!1,n._show=!0,qr(!1));let a=n.side,o=a%2,{min:s,max:c}=i,[l,u]=Hr(r,s,c,o==0?G:K);if(u==0)return;let d=i.distr==2,f=n._splits=n.splits(b,r,s,c,l,u,d),p=i.distr==2?f.map(e=>$n[e]):f,m=i.distr==2?$n[f[1]]-$n[f[0]]:l,h=n._values=n.values(b,n.filter(b,p,r,u,m),r,u,m);n._rotate=a==2?n.rotate(b,h,r,u):0;let g=n._size;n._size=Te(n.size(b,h,r,e)),g!=null&&n._size!=g&&(t=!1)}),t}function Gr(e){let t=!0;return Xn.forEach((n,r)=>{let i=n(b,r,Kn,e);i!=Zn[r]&&(t=!1),Zn[r]=i}),t}function Kr(){for(let e=0;e<xe.length;e++){let t=xe[e];if(!t.show||!t._show)continue;let n=t.side,r=n%2,s,c,l=t.stroke(b,e),u=n==0||n==3?-1:1,[d,f]=t._found;if(t.label!=null){let a=t.labelGap*u,o=we((t._lpos+a)*x);hr(t.labelFont[0],l,`center`,n==2?`top`:i),k.save(),r==1?(s=c=0,k.translate(o,we($t+tn/2)),k.rotate((n==3?-Se:Se)/2)):(s=we(Qt+en/2),c=o);let p=Ie(t.label)?t.label(b,e,d,f):t.label;k.fillText(p,s,c),k.restore()}if(f==0)continue;let p=F[t.scale],m=r==0?en:tn,h=r==0?Qt:$t,g=t._splits,_=p.distr==2?g.map(e=>$n[e]):g,v=p.distr==2?$n[g[1]]-$n[g[0]]:d,y=t.ticks,S=t.border,C=y.show?y.size:0,w=we(C*x),T=we((t.alignTo==2?t._size-C-t.gap:t.gap)*x),E=t._rotate*-Se/180,D=_e(t._pos*x),O=D+(w+T)*u;c=r==0?O:0,s=r==1?O:0;let ee=t.font[0];hr(ee,l,t.align==1?a:t.align==2?o:E>0?a:E<0?o:r==0?`center`:n==3?o:a,E||r==1?`middle`:n==2?`top`:i);let te=t.font[1]*t.lineGap,re=g.map(e=>_e(ne(e,p,m,h))),ie=t._values;for(let e=0;e<ie.length;e++){let t=ie[e];if(t!=null){r==0?s=re[e]:c=re[e],t=``+t;let n=t.indexOf(`\n`)==-1?[t]:t.split(/\\n/gm);for(let e=0;e<n.length;e++){let t=n[e];E?(k.save(),k.translate(s,c+e*te),k.rotate(E),k.fillText(t,0,0),k.restore()):k.fillText(t,s,c+e*te)}}}y.show&&Ur(re,y.filter(b,_,e,f,v),r,n,D,w,H(y.width*x,3),y.stroke(b,e),y.dash,y.cap);let ae=t.grid;ae.show&&Ur(re,ae.filter(b,_,e,f,v),r,r==0?2:1,r==0?$t:Qt,r==0?tn:en,H(ae.width*x,3),ae.stroke(b,e),ae.dash,ae.cap),S.show&&Ur([D],[1],+(r==0),r==0?1:2,r==1?$t:Qt,r==1?tn:en,H(S.width*x,3),S.stroke(b,e),S.dash,S.cap)}ra(`drawAxes`)}function qr(e){P.forEach((t,n)=>{n>0&&(t._paths=null,e&&(S==1?(t.min=null,t.max=null):t.facets.forEach(e=>{e.min=null,e.max=null})))})}let Jr=!1,Yr=!1,Xr=[];function Zr(){Yr=!1;for(let e=0;e<Xr.length;e++)ra(...Xr[e]);Xr.length=0}function Qr(){Jr||=(lt(ei),!0)}function $r(e,t=!1){Jr=!0,Yr=t,e(b),ei(),t&&Xr.length>0&&queueMicrotask(Zr)}b.batch=$r;function ei(){if(nn&&=(Nr(),!1),an&&=(fn(),!1),rn){if(E(de,a,Pt),E(de,`top`,Ft),E(de,n,G),E(de,r,K),E(j,a,Pt),E(j,`top`,Ft),E(j,n,G),E(j,r,K),E(A,n,Mt),E(A,r,Nt),se.width=we(Mt*x),se.height=we(Nt*x),xe.forEach(({_el:t,_show:n,_size:r,_pos:i,side:a})=>{if(t!=null){if(n){let n=a===3||a===0?r:0,o=a%2==1;E(t,o?`left`:`top`,i-n),E(t,o?`width`:`height`,r),E(t,o?`top`:`left`,o?Ft:Pt),E(t,o?`height`:`width`,o?K:G),T(t,e)}else w(t,e)}}),rr=ir=ar=sr=cr=lr=ur=dr=or=null,fr=1,Vi(!0),Pt!=It||Ft!=Kt||G!=Yt||K!=Xt){qr(!1);let e=G/Yt,t=K/Xt;if(ft&&!on&&W.left>=0){W.left*=e,W.top*=t,ii&&te(ii,we(W.left),0,G,K),ai&&te(ai,0,we(W.top),G,K);for(let n=0;n<Mn.length;n++){let r=Mn[n];r!=null&&(Nn[n]*=e,zn[n]*=t,te(r,Te(Nn[n]),Te(zn[n]),G,K))}}if(Q.show&&!cn&&Q.left>=0&&Q.width>0){Q.left*=e,Q.width*=e,Q.top*=t,Q.height*=t;for(let e in Wi)E(gi,e,Q[e])}It=Pt,Kt=Ft,Yt=G,Xt=K}ra(`setSize`),rn=!1}Mt>0&&Nt>0&&(k.clearRect(0,0,se.width,se.height),ra(`drawClear`),je.forEach(e=>e()),ra(`draw`)),Q.show&&cn&&(_i(Q),cn=!1),ft&&on&&(zi(null,!0,!1),on=!1),ut.show&&ut.live&&ln&&(Li(),ln=!1),ie||(ie=!0,b.status=1,ra(`ready`)),er=!1,Jr=!1}b.redraw=(e,t)=>{an=t||!1,e===!1?Qr():yi(L,B.min,B.max)};function ti(e,t){let n=F[e];if(n.from==null){if(q==0){let r=n.range(b,t.min,t.max,e);t.min=r[0],t.max=r[1]}if(t.min>t.max){let e=t.min;t.min=t.max,t.max=e}if(q>1&&t.min!=null&&t.max!=null&&t.max-t.min<1e-16)return;e==L&&n.distr==2&&q>0&&(t.min=ue(t.min,h[0]),t.max=ue(t.max,h[0]),t.min==t.max&&t.max++),V[e]=t,nn=!0,Qr()}}b.setScale=ti;let ni,ri,ii,ai,oi,si,ci,li,ui,di,X,Z,fi=!1,pi=W.drag,mi=pi.x,hi=pi.y;ft&&(W.x&&(ni=O(`u-cursor-x`,j)),W.y&&(ri=O(`u-cursor-y`,j)),B.ori==0?(ii=ni,ai=ri):(ii=ri,ai=ni),X=W.left,Z=W.top);let Q=b.select=U({show:!0,over:!0,left:0,width:0,top:0,height:0},s.select),gi=Q.show?O(`u-select`,Q.over?j:de):null;function _i(e,t){if(Q.show){for(let t in e)Q[t]=e[t],t in Wi&&E(gi,t,e[t]);t!==!1&&ra(`setSelect`)}}b.setSelect=_i;function vi(t){if(P[t].show)dt&&T(_t[t],e);else if(dt&&w(_t[t],e),ft){let e=jn?Mn[0]:Mn[t];e!=null&&te(e,-10,-10,G,K)}}function yi(e,t,n){ti(e,{min:t,max:n})}function bi(e,t,n,r){t.focus!=null&&ki(e),t.show!=null&&P.forEach((n,r)=>{r>0&&(e==r||e==null)&&(n.show=t.show,vi(r),S==2?(yi(n.facets[0].scale,null,null),yi(n.facets[1].scale,null,null)):yi(n.scale,null,null),Qr())}),n!==!1&&ra(`setSeries`,e,t),r&&sa(`setSeries`,b,e,t)}b.setSeries=bi;function xi(e,t){U(I[e],t)}function Si(e,t){e.fill=z(e.fill||null),e.dir=N(e.dir,-1),t??=I.length,I.splice(t,0,e)}function Ci(e){e==null?I.length=0:I.splice(e,1)}b.addBand=Si,b.setBand=xi,b.delBand=Ci;function wi(e,t){P[e].alpha=t,ft&&Mn[e]!=null&&(Mn[e].style.opacity=t),dt&&_t[e]&&(_t[e].style.opacity=t)}let Ti,Ei,Di,Oi={focus:!0};function ki(e){if(e!=Di){let t=e==null,n=wn.alpha!=1;P.forEach((r,i)=>{if(S==1||i>0){let a=t||i==0||i==e;r._focus=t?null:a,n&&wi(i,a?1:wn.alpha)}}),Di=e,n&&Qr()}}dt&&Tn&&At(p,mt,e=>{W._lock||(Sn(e),Di!=null&&bi(null,Oi,!0,$.setSeries))});function Ai(e,t,n){let r=F[t];n&&(e=e/x-(r.ori==1?Ft:Pt));let i=G;r.ori==1&&(i=K,e=i-e),r.dir==-1&&(e=i-e);let a=r._min,o=r._max,s=e/i,c=a+(o-a)*s,l=r.distr;return l==3?Oe(10,c):l==4?Me(c,r.asinh):l==100?r.bwd(c):c}function ji(e,t){return ue(Ai(e,L,t),h[0],J,Y)}b.valToIdx=e=>ue(e,h[0]),b.posToIdx=ji,b.posToVal=Ai,b.valToPos=(e,t,n)=>F[t].ori==0?C(e,F[t],n?en:G,n?Qt:0):ee(e,F[t],n?tn:K,n?$t:0),b.setCursor=(e,t,n)=>{X=e.left,Z=e.top,zi(null,t,n)};function Mi(e,t){E(gi,a,Q.left=e),E(gi,n,Q.width=t)}function Ni(e,t){E(gi,`top`,Q.top=e),E(gi,r,Q.height=t)}let Pi=B.ori==0?Mi:Ni,Fi=B.ori==1?Mi:Ni;function Ii(){if(dt&&ut.live)for(let e=+(S==2);e<P.length;e++){if(e==0&&xt)continue;let t=ut.values[e],n=0;for(let r in t)vt[e][n++].firstChild.nodeValue=t[r]}}function Li(e,t){if(e!=null&&(e.idxs?e.idxs.forEach((e,t)=>{ct[t]=e}):et(e.idx)||ct.fill(e.idx),ut.idx=ct[0]),dt&&ut.live){for(let e=0;e<P.length;e++)(e>0||S==1&&!xt)&&Ri(e,ct[e]);Ii()}ln=!1,t!==!1&&ra(`setLegend`)}b.setLegend=Li;function Ri(e,t){let n=P[e],r=e==0&&He==2?$n:h[e],i;xt?i=n.values(b,e,t)??St:(i=n.value(b,t==null?null:r[t],e,t),i=i==null?St:{_:i}),ut.values[e]=i}function zi(e,t,n){ui=X,di=Z,[X,Z]=W.move(b,X,Z),W.left=X,W.top=Z,ft&&(ii&&te(ii,we(X),0,G,K),ai&&te(ai,0,we(Z),G,K));let r,i=J>Y;Ti=R,Ei=null;let a=B.ori==0?G:K,o=B.ori==1?G:K;if(X<0||q==0||i){r=W.idx=null;for(let e=0;e<P.length;e++){let t=Mn[e];t!=null&&te(t,-10,-10,G,K)}Tn&&bi(null,Oi,!0,e==null&&$.setSeries),ut.live&&(ct.fill(r),ln=!0)}else{let e,t,n;S==1&&(e=B.ori==0?X:Z,t=Ai(e,L),r=W.idx=ue(t,h[0],J,Y),n=Ue(h[0][r],B,a,0));let i=-10,s=-10,c=0,l=0,u=!0,d=``,f=``;for(let e=+(S==2);e<P.length;e++){let p=P[e],m=ct[e],g=m==null?null:S==1?h[e][m]:h[e][1][m],_=W.dataIdx(b,e,r,t),v=_==null?null:S==1?h[e][_]:h[e][1][_];if(ln=ln||v!=g||_!=m,ct[e]=_,e>0&&p.show){let t=_==null?-10:_==r?n:Ue(S==1?h[0][_]:h[e][0][_],B,a,0),m=v==null?-10:Ge(v,S==1?F[p.scale]:F[p.facets[1].scale],o,0);if(Tn&&v!=null){let t=B.ori==1?X:Z,n=Ce(wn.dist(b,e,_,m,t));if(n<Ti){let r=wn.bias;if(r!=0){let i=Ai(t,p.scale),a=v>=0?1:-1,o=i>=0?1:-1;o==a&&(o==1?r==1?v>=i:v<=i:r==1?v<=i:v>=i)&&(Ti=n,Ei=e)}else Ti=n,Ei=e}}if(ln||jn){let n,r;B.ori==0?(n=t,r=m):(n=m,r=t);let a,o,p,h,g,_,v=!0,y=Cn.bbox;if(y!=null){v=!1;let t=y(b,e);p=t.left,h=t.top,a=t.width,o=t.height}else p=n,h=r,a=o=Cn.size(b,e);if(_=Cn.fill(b,e),g=Cn.stroke(b,e),jn)e==Ei&&Ti<=wn.prox&&(i=p,s=h,c=a,l=o,u=v,d=_,f=g);else{let t=Mn[e];t!=null&&(Nn[e]=p,zn[e]=h,ae(t,a,o,v),re(t,_,g),te(t,Te(p),Te(h),G,K))}}}}if(jn){let e=wn.prox;if(ln||(Di==null?Ti<=e:Ti>e||Ei!=Di)){let e=Mn[0];e!=null&&(Nn[0]=i,zn[0]=s,ae(e,c,l,u),re(e,d,f),te(e,Te(i),Te(s),G,K))}}}if(Q.show&&fi){if(e!=null){let[t,n]=$.scales,[r,i]=$.match,[s,c]=e.cursor.sync.scales,l=e.cursor.drag;if(mi=l._x,hi=l._y,mi||hi){let{left:l,top:u,width:d,height:f}=e.select,p=e.scales[s].ori,m=e.posToVal,h,g,_,v,y,b=t!=null&&r(t,s),x=n!=null&&i(n,c);b&&mi?(p==0?(h=l,g=d):(h=u,g=f),_=F[t],v=Ue(m(h,s),_,a,0),y=Ue(m(h+g,s),_,a,0),Pi(Ee(v,y),Ce(y-v))):Pi(0,a),x&&hi?(p==1?(h=l,g=d):(h=u,g=f),_=F[n],v=Ge(m(h,c),_,o,0),y=Ge(m(h+g,c),_,o,0),Fi(Ee(v,y),Ce(y-v))):Fi(0,o)}else Gi()}else{let e=Ce(ui-oi),t=Ce(di-si);if(B.ori==1){let n=e;e=t,t=n}mi=pi.x&&e>=pi.dist,hi=pi.y&&t>=pi.dist;let n=pi.uni;n==null?pi.x&&pi.y&&(mi||hi)&&(mi=hi=!0):mi&&hi&&(mi=e>=n,hi=t>=n,!mi&&!hi&&(t>e?hi=!0:mi=!0));let r,i;mi&&(B.ori==0?(r=ci,i=X):(r=li,i=Z),Pi(Ee(r,i),Ce(i-r)),hi||Fi(0,o)),hi&&(B.ori==1?(r=ci,i=X):(r=li,i=Z),Fi(Ee(r,i),Ce(i-r)),mi||Pi(0,a)),!mi&&!hi&&(Pi(0,0),Fi(0,0))}}if(pi._x=mi,pi._y=hi,e==null){if(n){if(aa!=null){let[e,t]=$.scales;$.values[0]=e==null?null:Ai(B.ori==0?X:Z,e),$.values[1]=t==null?null:Ai(B.ori==1?X:Z,t)}sa(l,b,X,Z,G,K,r)}if(Tn){let e=n&&$.setSeries,t=wn.prox;Di==null?Ti<=t&&bi(Ei,Oi,!0,e):Ti>t?bi(null,Oi,!0,e):Ei!=Di&&bi(Ei,Oi,!0,e)}}ln&&(ut.idx=r,Li()),t!==!1&&ra(`setCursor`)}let Bi=null;Object.defineProperty(b,"rect",{get(){return Bi??Vi(!1),Bi}});function Vi(e=!1){e?Bi=null:(Bi=j.getBoundingClientRect(),ra(`syncRect`,Bi))}function Hi(e,t,n,r,i,a,o){W._lock||fi&&e!=null&&e.movementX==0&&e.movementY==0||(Ui(e,t,n,r,i,a,o,!1,e!=null),e==null?zi(t,!0,!1):zi(null,!0,!0))}function Ui(e,t,n,r,i,a,o,s,c){if(Bi??Vi(!1),Sn(e),e!=null)n=e.clientX-Bi.left,r=e.clientY-Bi.top;else{if(n<0||r<0){X=-10,Z=-10;return}let[e,o]=$.scales,s=t.cursor.sync,[c,l]=s.values,[u,d]=s.scales,[f,p]=$.match,m=t.axes[0].side%2==1,h=B.ori==0?G:K,g=B.ori==1?G:K,_=m?a:i,v=m?i:a,y=m?r:n,b=m?n:r;if(n=u==null?y/_*h:f(e,u)?ne(c,F[e],h,0):-10,r=d==null?b/v*g:p(o,d)?ne(l,F[o],g,0):-10,B.ori==1){let e=n;n=r,r=e}}c&&(t==null||t.cursor.event.type==l)&&((n<=1||n>=G-1)&&(n=We(n,G)),(r<=1||r>=K-1)&&(r=We(r,K))),s?(oi=n,si=r,[ci,li]=W.move(b,n,r)):(X=n,Z=r)}let Wi={width:0,height:0,left:0,top:0};function Gi(){_i(Wi,!1)}let Ki,qi,Ji,Yi;function Xi(e,t,n,r,i,a,o){fi=!0,mi=hi=pi._x=pi._y=!1,Ui(e,t,n,r,i,a,o,!0,!1),e!=null&&(At(d,v,Zi,!1),sa(u,b,ci,li,G,K,null));let{left:s,top:c,width:l,height:f}=Q;Ki=s,qi=c,Ji=l,Yi=f}function Zi(e,t,n,r,i,a,o){fi=pi._x=pi._y=!1,Ui(e,t,n,r,i,a,o,!1,!0);let{left:s,top:c,width:l,height:u}=Q,f=l>0||u>0,p=Ki!=s||qi!=c||Ji!=l||Yi!=u;if(f&&p&&_i(Q),pi.setScale&&f&&p){let e=s,t=l,n=c,r=u;if(B.ori==1&&(e=c,t=u,n=s,r=l),mi&&yi(L,Ai(e,L),Ai(e+t,L)),hi)for(let e in F){let t=F[e];e!=L&&t.from==null&&t.min!=R&&yi(e,Ai(n+r,e),Ai(n,e))}Gi()}else W.lock&&(W._lock=!W._lock,zi(t,!0,e!=null));e!=null&&(jt(d,v),sa(d,b,X,Z,G,K,null))}function Qi(e,t,n,r,i,a,o){if(W._lock)return;Sn(e);let s=fi;if(fi){let e=!0,t=!0,n,r;B.ori==0?(n=mi,r=hi):(n=hi,r=mi),n&&r&&(e=X<=10||X>=G-10,t=Z<=10||Z>=K-10),n&&e&&(X=X<ci?0:G),r&&t&&(Z=Z<li?0:K),zi(null,!0,!0),fi=!1}X=-10,Z=-10,ct.fill(null),zi(null,!0,!0),s&&(fi=s)}function $i(e,t,n,r,i,a,o){W._lock||(Sn(e),nr(),Gi(),e!=null&&sa(m,b,X,Z,G,K,null))}function ea(){xe.forEach(Ar),un(b.width,b.height,!0)}ce(g,y,ea);let ta={};ta.mousedown=Xi,ta.mousemove=Hi,ta.mouseup=Zi,ta.dblclick=$i,ta.setSeries=(e,t,n,r)=>{let i=$.match[2];n=i(b,t,n),n!=-1&&bi(n,r,!0,!1)},ft&&(At(u,j,Xi),At(l,j,Hi),At(f,j,e=>{Sn(e),Vi(!1)}),At(p,j,Qi),At(m,j,$i),mr.add(b),b.syncRect=Vi);let na=b.hooks=s.hooks||{};function ra(e,t,n){Yr?Xr.push([e,t,n]):e in na&&na[e].forEach(e=>{e.call(null,b,t,n)})}(s.plugins||[]).forEach(e=>{for(let t in e.hooks)na[t]=(na[t]||[]).concat(e.hooks[t])});let ia=(e,t,n)=>n,$=U({key:null,setSeries:!1,filters:{pub:Be,sub:Be},scales:[L,P[1]?P[1].scale:null],match:[Ve,Ve,ia],values:[null,null]},W.sync);$.match.length==2&&$.match.push(ia),W.sync=$;let aa=$.key,oa=Bn(aa);function sa(e,t,n,r,i,a,o){$.filters.pub(e,t,n,r,i,a,o)&&oa.pub(e,t,n,r,i,a,o)}oa.sub(b);function ca(e,t,n,r,i,a,o){$.filters.sub(e,t,n,r,i,a,o)&&ta[e](null,t,n,r,i,a,o)}b.pub=ca;function la(){oa.unsub(b),mr.delete(b),kt.clear(),le(g,y,ea),oe.remove(),mt?.remove(),ra(`destroy`)}b.destroy=la;function ua(){ra(`init`,s,h),tr(h||s.data,!1),V[L]?ti(L,V[L]):nr(),cn=Q.show&&(Q.width>0||Q.height>0),on=ln=!0,un(s.width,s.height)}return P.forEach(Hn),xe.forEach(qn),_?_ instanceof HTMLElement?(_.appendChild(oe),ua()):_(b,ua):ua(),b}jr.assign=U,jr.fmtNum=F,jr.rangeNum=ye,jr.rangeLog=pe,jr.rangeAsinh=me,jr.orient=Vn,jr.pxRatio=x,jr.join=ct,jr.fmtDate=bt,jr.tzDate=St,jr.sync=Bn;{jr.addGap=Kn,jr.clipGaps=Gn;let e=jr.paths={points:rr};e.linear=sr,e.stepped=cr,e.bars=ur,e.spline=fr}let Mr={unit:`ms`,better:`less`,kind:`noisy`,scope:`row`},Nr={unit:`ms`,better:`less`,kind:`noisy`,scope:`server`},Pr={unit:`bytes`,better:`less`,kind:`noisy`,scope:`server`},Fr={unit:`count`,better:`less`,kind:`noisy`,scope:`server`},Ir={unit:`bytes-per-second`,better:`more`,kind:`noisy`,scope:`row`},Lr={unit:`tokens`,better:`less`,kind:`exact`,scope:`server`},Rr={better:`less`,kind:`noisy`,compared:`none`},zr={unit:`bytes`,better:`less`,kind:`exact`,scope:`server`},Br={p50:{...Mr,label:`p50`,quantile:.5},p75:{...Mr,label:`p75`,quantile:.75},p90:{...Mr,label:`p90`,quantile:.9},p95:{...Mr,label:`p95`,quantile:.95},p99:{...Mr,label:`p99`,quantile:.99},p999:{...Mr,label:`p99.9`,quantile:.999},min:{...Mr,label:`min`},max:{...Mr,label:`max`},mean:{...Mr,label:`mean`},stddev:{...Mr,label:`stddev`},iqr:{...Mr,label:`IQR`},mad:{...Mr,label:`MAD`},throughput:{label:`throughput`,unit:`per-second`,better:`more`,kind:`noisy`,scope:`row`},items_throughput:{label:`items`,unit:`per-second`,better:`more`,kind:`noisy`,scope:`row`},wall_time:{...Mr,label:`total time`},requested_rate:{label:`requested rate`,unit:`per-second`,better:`more`,kind:`exact`,scope:`row`},achieved_rate:{label:`achieved rate`,unit:`per-second`,better:`more`,kind:`noisy`,scope:`row`},error_rate:{label:`error rate`,unit:`ratio`,better:`less`,kind:`noisy`,scope:`row`},cpu_per_call:{...Mr,label:`CPU per call`},cpu_to_p50:{label:`CPU per call / p50`,unit:`ratio`,better:`less`,kind:`noisy`,scope:`row`},slow_calls:{label:`slow calls`,unit:`ratio`,better:`less`,kind:`noisy`,scope:`row`},stalls:{label:`stalled time`,unit:`ratio`,better:`less`,kind:`noisy`,scope:`row`},slow_mode:{label:`slow launches`,unit:`ratio`,better:`less`,kind:`noisy`,scope:`row`},first_call:{...Mr,label:`first call`},load_peak_rss:{...Rr,label:`peak RSS under load`,unit:`bytes`,scope:`row`},load_mean_rss:{...Rr,label:`mean RSS under load`,unit:`bytes`,scope:`row`},memory_per_unit:{...Rr,label:`memory per unit`,unit:`bytes`,scope:`row`},memory_per_session:{...Rr,label:`memory per session`,unit:`bytes`,scope:`row`},request_bytes:{label:`request size`,unit:`bytes`,better:`less`,kind:`exact`,scope:`row`},response_bytes:{label:`response size`,unit:`bytes`,better:`less`,kind:`exact`,scope:`row`},response_tokens:{label:`response tokens`,unit:`tokens`,better:`less`,kind:`exact`,scope:`row`},request_gzip_bytes:{label:`request size, gzip`,unit:`bytes`,better:`less`,kind:`exact`,scope:`row`},response_gzip_bytes:{label:`response size, gzip`,unit:`bytes`,better:`less`,kind:`exact`,scope:`row`},sent_bandwidth:{...Ir,label:`sent`},received_bandwidth:{...Ir,label:`received`},connections_opened:{label:`connections opened`,unit:`count`,better:`less`,kind:`noisy`,scope:`row`},connection_reuse:{label:`connection reuse`,unit:`ratio`,better:`more`,kind:`noisy`,scope:`row`},connection_failures:{label:`connection failures`,unit:`count`,better:`less`,kind:`noisy`,scope:`row`},startup:{...Nr,label:`start-up`},cold_startup:{...Rr,label:`very first start-up`,unit:`ms`,scope:`server`},handshake:{...Nr,label:`handshake`},first_list:{...Nr,label:`first tools/list`},connection_setup:{...Nr,label:`connection set-up`},shutdown:{...Nr,label:`shut-down`},idle_rss:{...Pr,label:`idle RSS`},steady_rss:{...Pr,label:`steady RSS`},peak_rss:{...Pr,label:`peak RSS`},memory_growth:{...Pr,label:`memory growth per 1,000 calls`,compared:`rise`},threads:{...Fr,label:`threads`},open_files:{...Fr,label:`open files`},idle_cpu:{label:`idle CPU`,unit:`ratio`,better:`less`,kind:`noisy`,scope:`server`},orphans:{label:`processes left behind`,unit:`count`,better:`less`,kind:`exact`,scope:`server`},unclean_exits:{label:`unclean exits`,unit:`count`,better:`less`,kind:`exact`,scope:`server`},tools_list_bytes:{...zr,label:`tools/list size`},instructions_bytes:{...zr,label:`instructions size`},tools_list_tokens:{...Lr,label:`tools/list tokens`},instructions_tokens:{...Lr,label:`instructions tokens`}};Object.keys(Br);function Vr(e){if(!Hr(e))return`–`;let t=Ur(Math.abs(e));return t<1e-6?`0`:Wr(e,Math.min(6,Math.max(0,2-Math.floor(Math.log10(t)))))}function Hr(e){return Number.isFinite(e)&&Math.abs(e)<0x38d7ea4c68000}function Ur(e){return Number(e.toPrecision(3))}function Wr(e,t){let[n=``,r]=e.toFixed(t).split(`.`),i=n.replace(/\\B(?=(\\d{3})+$)/g,`,`);return r?`${i}.${r}`:i}let Gr=`12px system-ui, sans-serif`;function Kr(e,{colours:t,size:n,say:r}){let[i,a]=e.series.flatMap(({shape:e},t)=>e===`edge`?[t+1]:[]),o={stroke:t.text,font:Gr,labelFont:Gr,labelSize:18,grid:{stroke:t.grid,width:1},ticks:{stroke:t.grid,width:1,size:4}};return{...n,legend:{show:!1},cursor:{y:!1,drag:{x:!1,y:!1},points:{size:7}},scales:{x:{time:!1,range:Yr(e)},y:{range:[e.y[0],e.y[1]],...e.logarithmic?{distr:3}:{}}},series:[{},...e.series.map(e=>Zr(e,t))],bands:i&&a?[{series:[a,i],fill:ei(t.head,.18)}]:[],axes:[{...o,grid:{show:!1},size:26,label:e.xLabel,...Xr(e)},{...o,size:(e,t)=>14+7*ti(t??[]),values:(e,t)=>t.map(qr),label:e.yLabel}],hooks:{draw:[n=>$r(n,{marks:e.marks??[],colour:t.mark})],setCursor:[e=>r(e.cursor.idx)]}}}function qr(e){return e===null?``:Jr(e)}function Jr(e){return Vr(e).replace(/\\.0+$|(\\.\\d*[1-9])0+$/,`$1`)}function Yr({x:e,series:t}){let[n,r]=[e[0]??0,e.at(-1)??1];if(t.some(({shape:e})=>e===`bins`))return[n,r];let i=(r-n||1)*.02;return[n-i,r+i]}function Xr({x:e,ticks:t,xTexts:n}){let r=t??n?.map((t,n)=>[e[n]??0,t]);if(!r)return{values:(e,t)=>t.map(Jr)};let i=new Map(r);return{splits:e=>{let t=[],n=-1/0;for(let[i,a]of r){let r=e.valToPos(i,`x`);r<n||(t.push(i),n=r+14+7*a.length)}return t},values:(e,t)=>t.map(e=>i.get(e)??``)}}function Zr({colour:e,shape:t,label:n},r){let i=r[e];switch(t){case`line`:return{label:n,stroke:i,width:2,points:{size:6,fill:i,width:0}};case`dots`:return{label:n,stroke:i,paths:()=>null,points:{show:!0,size:4,fill:ei(i,.75),width:0}};case`steps`:return{label:n,stroke:i,width:2,dash:[6,5],paths:Qr,points:{show:!1}};case`bins`:return{label:n,stroke:i,width:1.5,fill:ei(i,.25),paths:Qr,points:{show:!1}};case`edge`:return{label:n,stroke:ei(i,.35),width:1,points:{show:!1}}}}let Qr=(e,t,n,r)=>jr.paths.stepped?.({align:1})(e,t,n,r)??null;function $r(e,{marks:t,colour:n}){let{ctx:r,bbox:i}=e;r.save(),r.strokeStyle=n,r.lineWidth=1.5*devicePixelRatio,r.setLineDash([3*devicePixelRatio,3*devicePixelRatio]);for(let n of t){let t=Math.round(e.valToPos(n,`x`,!0));r.beginPath(),r.moveTo(t,i.top),r.lineTo(t,i.top+i.height),r.stroke()}r.restore()}function ei(e,t){return e.replace(/^rgb\\((.*)\\)$/,`rgba($1, ${t})`)}function ti(e){return Math.max(1,...e.map(e=>String(e??``).length))}function ni(e){let t=e.appendChild(document.createElement(`span`)),n=e=>(t.style.color=`var(--${e})`,getComputedStyle(t).color),r={text:n(`quiet`),grid:n(`grid`),base:n(`base`),head:n(`head`),third:n(`third`),fourth:n(`fourth`),fifth:n(`fifth`),sixth:n(`sixth`),level:n(`level`),mark:n(`bad`),surface:n(`surface`)};return t.remove(),r}function ri(e,t){let n=e.xTexts?.[t]??Vr(e.x[t]??NaN),r=e.series.flatMap(({label:n,values:r})=>{let i=r[t];return i==null?[]:[`${n} ${Vr(i)} ${e.unit}`.trim()]});return`${e.xLabel} ${n}: ${r.length>0?r.join(`, `):`no value`}`}function ii(e){let t=[...document.querySelectorAll(`.plot[data-chart]`)].flatMap(t=>{let n=e[Number(t.dataset.chart)];return n?[{host:t,spec:n}]:[]}),n=new Map(t.map(e=>[e.host,e])),r=new IntersectionObserver(e=>{for(let{target:t,isIntersecting:r}of e){let e=n.get(t);r&&e&&!e.plot&&ai(e,e.host.clientWidth)}},{rootMargin:`600px`}),i=new ResizeObserver(e=>{for(let{target:t}of e)oi(n.get(t))});for(let e of t)r.observe(e.host),i.observe(e.host),si(e);let a=()=>t.filter(({plot:e})=>e);return{redraw:()=>{for(let e of a())ai(e,e.host.clientWidth)},print:()=>{for(let e of t)e.host.checkVisibility()&&ai(e,330)}}}function ai(e,t){e.plot?.destroy();let{host:n,spec:r}=e,i=ni(n),a={width:t,height:n.clientHeight||240},o=[r.x,...r.series.map(({values:e})=>e)];e.plot=new jr(Kr(r,{colours:i,size:a,say:e=>{let t=n.parentElement?.querySelector(`.readout`);t&&(t.textContent=e==null?``:ri(r,e))}}),o,n)}function oi(e){let{plot:t,host:n}=e??{};t&&n&&n.clientWidth!==0&&n.clientWidth!==t.width&&t.setSize({width:n.clientWidth,height:n.clientHeight})}function si(e){let{host:t,spec:n}=e,r=-1;t.addEventListener(`keydown`,t=>{let i=n.x.length-1,a={ArrowLeft:Math.max(0,r-1),ArrowRight:Math.min(i,r+1),Home:0,End:i}[t.key],o=n.x[a??-1],{plot:s}=e;a!==void 0&&o!==void 0&&s&&(t.preventDefault(),r=a,s.setCursor({left:s.valToPos(o,`x`),top:s.over.clientHeight/2}))}),t.addEventListener(`blur`,()=>e.plot?.setCursor({left:-10,top:-10}))}function ci(e){for(let t of document.querySelectorAll(`details.data`)){let n=e[Number(t.dataset.chart)];n&&t.addEventListener(`toggle`,()=>t.append(li(n,t.textContent)),{once:!0})}}function li(e,t){let{x:n,xTexts:r,series:i,unit:a,xLabel:o}=e,s=document.createElement(`table`),c=s.createTHead().insertRow(),l=i.map(({label:e})=>a===``?e:`${e} (${a})`);for(let e of[o,...l])c.append(ui(e,`col`));let u=s.createTBody();for(let[e,t]of n.entries()){let n=u.insertRow();n.append(ui(r?.[e]??Vr(t),`row`));for(let{values:t}of i)n.insertCell().textContent=di(t[e])}let d=document.createElement(`div`);return d.className=`scroll`,d.tabIndex=0,d.setAttribute(`role`,`group`),d.setAttribute(`aria-label`,t),d.append(s),d}function ui(e,t){let n=document.createElement(`th`);return n.scope=t,n.textContent=e,n}function di(e){return e==null?`–`:Vr(e)}function X(e){let t=e.querySelector(`tbody`),n=e.querySelector(`[role=status]`),r=e.querySelector(`[data-filter]`),i=e.querySelector(`[data-narrow]`);if(!t||!r)return;let a=[...t.rows],o=new Map(a.map(e=>[e,e.textContent.toLowerCase()])),s=``,c=()=>{let t=a.filter(e=>!e.hidden).length,r=`${e.dataset.noun}${a.length===1?``:`s`}`,i=t===a.length?`${t} ${r}`:`${t} of ${a.length} ${r}`;n&&(n.textContent=`${i}${s}`)},l=()=>{let e=r.value.toLowerCase().split(/\\s+/);for(let t of a)t.hidden=!e.every(e=>o.get(t)?.includes(e))||i!==null&&i.value!==``&&t.dataset.group!==i.value;c()};r.addEventListener(`input`,l),i?.addEventListener(`change`,l),r.addEventListener(`keydown`,({key:e})=>{e===`Escape`&&(r.value=``,l())});for(let n of e.querySelectorAll(`th button`))n.addEventListener(`click`,()=>{let e=Z(n);t.append(...a.toSorted(fi(n,e))),s=`, sorted by ${n.textContent}, ${e}`,c()})}function Z(e){let t=e.closest(`th`),n=t?.getAttribute(`aria-sort`),r=t?.dataset.first===`ascending`?`ascending`:`descending`,i=n===r?r===`ascending`?`descending`:`ascending`:r;for(let e of t?.parentElement?.querySelectorAll(`th[aria-sort]`)??[])e.setAttribute(`aria-sort`,`none`);return t?.setAttribute(`aria-sort`,i),i}function fi(e,t){let n=e.closest(`th`)?.cellIndex??0,r=t===`ascending`?1:-1,i=e=>e.cells[n]?.dataset.key;return(e,t)=>{let[n,a]=[i(e),i(t)];if(n===void 0||a===void 0)return Number(n===void 0)-Number(a===void 0);let o=Number(n)-Number(a);return r*(Number.isNaN(o)?n.localeCompare(a):o)}}function pi(){let e=()=>{let e=document.getElementById(location.hash.slice(1))?.querySelector(`:scope > details`);e instanceof HTMLDetailsElement&&(e.open=!0)};addEventListener(`hashchange`,e),e()}let mi=`mcp-bench-theme`;function hi(e){let t=document.documentElement,n=document.querySelector(`button.theme`),r=matchMedia(`(prefers-color-scheme: dark)`),i=Q(),a=()=>{i?t.dataset.theme=i:delete t.dataset.theme,n?.setAttribute(`aria-pressed`,String(o()===`dark`)),e.redraw()},o=()=>i??(r.matches?`dark`:`light`);n?.addEventListener(`click`,()=>{i=o()===`dark`?`light`:`dark`,gi(i),a()}),r.addEventListener(`change`,a),addEventListener(`beforeprint`,()=>{t.dataset.theme=`light`,e.print()}),addEventListener(`afterprint`,a),n&&(n.hidden=!1),a()}function Q(){try{let e=localStorage.getItem(mi);return e===`light`||e===`dark`?e:void 0}catch{return}}function gi(e){try{localStorage.setItem(mi,e)}catch{}}let _i=JSON.parse(document.getElementById(`chart-data`)?.textContent??`[]`);for(let e of document.querySelectorAll(`[data-sortable]`))X(e);ci(_i),hi(ii(_i)),pi()})();';const sha256$1=`U3RMYfd7Iibq2Prf2qljO0nNeD5i5e4oNLh1bjVjXrs=`;const text=`.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}
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
:root[data-theme="light"] {
  color-scheme: light;
}
:root[data-theme="dark"] {
  color-scheme: dark;
}

* {
  box-sizing: border-box;
}
html {
  scroll-behavior: smooth;
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
p {
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
code {
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

ul {
  margin: 0 0 10px;
}
li {
  overflow-wrap: anywhere;
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
.bar {
  float: right;
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
button[aria-pressed="true"] {
  border-color: var(--link);
  color: var(--link);
}

.verdict {
  clear: both;
  margin: 0 0 14px;
  padding: 14px 18px;
  border: 1px solid;
  border-left-width: 6px;
  border-radius: 8px;
}
.verdict p {
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
  border-color: var(--good);
  color: var(--good);
}
.verdict.unsure,
.tally .unsure {
  background: var(--unsure-wash);
  border-color: var(--unsure);
  color: var(--unsure);
}
.verdict.bad,
.tally .bad {
  background: var(--bad-wash);
  border-color: var(--bad);
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
.tools p {
  margin: 0;
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

.interval {
  display: block;
  margin-top: 3px;
}
.interval path {
  fill: none;
  stroke: var(--quiet);
}
.interval .limit {
  stroke: var(--bad);
  stroke-dasharray: 2 2;
  stroke-width: 1.5;
}
.interval .span {
  stroke: var(--head);
  stroke-width: 2.5;
}
.interval circle {
  fill: var(--head);
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
.data {
  font-size: 13px;
}
.data .quiet {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.data .scroll {
  max-height: 300px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 6px;
}
.data table {
  width: 100%;
  font-size: 13px;
}
.data td,
.data thead th:not(:first-child) {
  text-align: right;
}
.data thead th {
  position: sticky;
  top: 0;
  background: var(--surface);
}
footer {
  color: var(--quiet);
  font-size: 13px;
}

@media (max-width: 640px) {
  body {
    padding: 12px 12px 32px;
  }
  section {
    padding: 14px 12px;
  }
}
@media (prefers-reduced-motion: reduce) {
  html {
    scroll-behavior: auto;
  }
}
@media print {
  @page {
    margin: 14mm;
  }
  :root {
    color-scheme: light;
    --page: #ffffff;
  }
  body {
    max-width: none;
    padding: 0;
    font-size: 10pt;
  }
  .skip,
  .bar,
  nav,
  .tools,
  .readout,
  .data,
  details:not([open]) {
    display: none;
  }
  section {
    padding: 0;
    border: 0;
    border-radius: 0;
  }
  .folded:has(> details:not([open])) {
    display: none;
  }
  h2,
  h3,
  summary,
  figcaption {
    break-after: avoid;
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
  th,
  td {
    padding: 2px 3px;
  }
  [data-sortable] td,
  .right {
    white-space: normal;
  }
  [data-sortable] td:first-child {
    min-width: 7em;
  }
  td small {
    min-width: 0;
  }
  thead th {
    white-space: normal;
  }
  th button {
    padding: 0;
    margin: 0;
  }
  th button::after {
    content: none;
  }
  .interval {
    width: 80px;
  }
  .charts {
    grid-template-columns: 330px 330px;
    gap: 14px 16px;
  }
  .plot {
    width: 330px;
  }
  a {
    color: inherit;
    text-decoration: none;
  }
}`;const sha256=`Ynui05Llyh7U8bCUyN8l/x/0BdlvAWdxMxeIbH8Ewqk=`;var _templateObject;const policy=[`default-src 'none'`,`script-src 'sha256-${sha256$1}'`,`style-src 'sha256-${sha256}'`,`img-src data:`,`base-uri 'none'`,`form-action 'none'`].join(`; `);const icon=`data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2 14V9h3v5zm4.500 0V5h3v9z' fill='#1f77b4'/><path d='M11 14V2h3v12z' fill='#d95f02'/></svg>`)}`;function pageHtml({title,header,sections,footer,charts}){return html(_templateObject||(_templateObject=_taggedTemplateLiteral([`<!doctype html>
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
<a class="skip" href="#content">Skip to the content</a>
<header>
<div class="bar"><button type="button" class="theme" aria-pressed="false" hidden>Dark theme</button></div>
`,`
<nav aria-label="On this page"><ul>`,`</ul></nav>
</header>
<main id="content" tabindex="-1">
<noscript><p class="alert">The charts, the filter and the sorting need JavaScript; the tables hold the figures without it.</p></noscript>
`,`
</main>
<footer>`,`</footer>
`,`
<script>`,`<\/script>
</body>
</html>
`])),policy,title,icon,{markup:text},header,sections.map(({id,title:name})=>html`<li><a href="#${id}">${name}</a></li>`),sections.map(sectionHtml),footer,dataElement(`chart-data`,charts),{markup:text$1}).markup}function sectionHtml({id,title,body,folded=false}){if(!folded)return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>\n`;return html`<section class="folded" id="${id}" aria-labelledby="${id}-title"><details><summary><h2 id="${id}-title">${title}</h2></summary>${body}</details></section>\n`}function armsOf({record,head,base,comparison}){const measuredHere=comparison.reference.kind===`paired`&&record.arms.some(({id})=>id===base?.arm);return{head:head.arm,...base&&measuredHere?{base:base.arm}:{}}}function samplesOf(report,row){const arms=armsOf(report);return report.record.rounds.flatMap(round=>{const head=samplesIn(round,{arm:arms.head,row});const base=arms.base===void 0?void 0:samplesIn(round,{arm:arms.base,row});if(!head&&!base)return[];return[{round:round.index+1,...base&&{base},...head&&{head}}]})}function callsPerPoint({all,series}){return Math.max(1,Math.round(sizeOf(all)/series.length))}function samplesIn({launches},{arm,row}){const measurements=launches.filter(launch=>launch.arm===arm).flatMap(launch=>launch.measurements.filter(measurement=>measurement.row===row));const all=latenciesOf(measurements);if(sizeOf(all)===0)return void 0;return{all,series:concatenated(measurements.map(({samples})=>decodeSamples(samples)))}}function scaleOf(id,most){switch(metric(id).unit){case`ms`:if(most<1)return{unit:`µs`,factor:1e3};return most<1e4?{unit:`ms`,factor:1}:{unit:`s`,factor:.001};case`bytes`:if(most<1e6)return{unit:`KB`,factor:.001};return most<1e9?{unit:`MB`,factor:1e-6}:{unit:`GB`,factor:1e-9};case`ratio`:return{unit:`%`,factor:100};case`per-second`:return{unit:`req/s`,factor:1};case`bytes-per-second`:return most<1e6?{unit:`KB/s`,factor:.001}:{unit:`MB/s`,factor:1e-6};case`count`:case`tokens`:return{unit:``,factor:1}}}function scaled(value,{factor}){return value===void 0||!Number.isFinite(value)?null:Number((value*factor).toPrecision(4))}function fromZero(values){const most=Math.max(0,...values.map(value=>value??0));return[0,most>0?most*1.08:1]}function around(values){const known=values.filter(value=>value!==null);if(known.length===0)return[0,1];const[least,most]=[Math.min(...known),Math.max(...known)];const middle=(least+most)/2;const half=Math.max((most-least)*.58,Math.abs(middle)*.1,Number.MIN_VALUE);const low=middle-half;return[least>=0?Math.max(0,low):low,middle+half]}function distributionFigures(samples){const pools=[`base`,`head`].flatMap(arm=>{const all=pool(samples.flatMap(round=>round[arm]?.all??[]));return sizeOf(all)>=10?[poolOf(arm,all)]:[]});return pools.length===0?[]:[histogram(pools),percentiles(pools)]}function poolOf(arm,all){const clamped=quantile=>Math.min(1,Math.max(0,quantile));if(all instanceof Histogram){const spread=new Bucketed(all);return{arm,calls:all.count,at:quantile=>spread.quantile(clamped(quantile)),below:limit=>spread.below(limit)}}const sorted=Float64Array.from(all).sort();return{arm,calls:sorted.length,at:quantile=>quantileSorted(sorted,clamped(quantile)),below:limit=>below(sorted,limit)}}const bins=48;function histogram(pools){const low=Math.min(...pools.map(({at})=>at(0)));const cut=Math.max(...pools.map(({at})=>at(.99)));const width=(cut-low)/bins||low/bins||1;const scale=scaleOf(`p50`,cut);const edges=Array.from({length:49},(_,index)=>low+index*width);const series=pools.map(({arm,calls,below})=>{return{label:arm,colour:arm,shape:`bins`,values:edges.map((edge,bin)=>{const inBin=bin<bins?below(edge+width)-below(edge):0;return Number((100*inBin/calls).toPrecision(3))})}});const beyond=pools.map(({arm,calls,below})=>`${count(calls-below(low+bins*width))} of ${arm}`);return{title:`Latency distribution`,summary:`Histogram of latencies. ${pools.map(describe).join(`; `)}.`,notes:[`${pools.map(({arm,calls})=>`${count(calls)} calls of ${arm}`).join(`, `)}, all rounds together. Calls slower than the p99 are not drawn: ${beyond.join(`, `)}.`],spec:{x:edges.map(edge=>Number((edge*scale.factor).toPrecision(5))),xLabel:`latency from (${scale.unit})`,yLabel:`share of calls (%)`,unit:`%`,y:fromZero(series.flatMap(({values})=>values)),series}}}const points=72;const named=[0,50,75,90,95,99,99.9,99.99];function percentiles(pools){const most=Math.max(...pools.map(({calls})=>calls));const end=Math.log10(most);const x=Array.from({length:73},(_,index)=>Number((end*index/points).toPrecision(5)));const slowest=Math.max(...pools.map(({at})=>at(1)));const fastest=Math.min(...pools.map(({at})=>at(0)));const logarithmic=fastest>0&&slowest/fastest>20;const scale=scaleOf(`p50`,slowest/(logarithmic?30:1));const series=pools.map(({arm,calls,at})=>({label:arm,colour:arm,shape:`line`,values:x.map(nines=>nines>Math.log10(calls)+1e-9?null:scaled(at(1-10**-nines),scale))}));return{title:`Latency percentiles`,summary:`Latency by percentile. ${pools.map(describe).join(`; `)}.`,notes:[`All rounds together${logarithmic?`, logarithmic scale`:``}; the right end is the slowest call.`],spec:{x,xLabel:`percentile`,xTexts:x.map(nines=>`p${Number((100-100/10**nines).toPrecision(nines>2?5:4))}`),ticks:named.filter(percent=>percent<100-100/most).map(percent=>[-Math.log10(1-percent/100),`${percent}`]),yLabel:`latency (${scale.unit})`,unit:scale.unit,...axis(series,logarithmic),series}}}function axis(series,logarithmic){const values=series.flatMap(one=>one.values);if(!logarithmic)return{y:fromZero(values)};const known=values.filter(value=>value!==null);return{y:[Math.min(...known)*.9,Math.max(...known)*1.1],logarithmic}}function below(sorted,limit){let[from,to]=[0,sorted.length];while(from<to){const middle=from+to>>>1;if((sorted[middle]??0)<limit)from=middle+1;else to=middle}return from}function describe({arm,calls,at}){const[p50,p95,max]=[at(.5),at(.95),at(1)].map(duration);return`${arm}: ${plural(calls,`call`)}, p50 ${p50}, p95 ${p95}, slowest ${max}`}function medianInterval(values,confidence){if(!(confidence>0&&confidence<1))throw new RangeError(`confidence ${confidence} is not between 0 and 1`);const sorted=sortedSample(values,`an interval of the median`);const count=sorted.length;let[rank,below]=[0,0];let logTerm=-count*Math.LN2;while(rank<count/2&&2*(below+Math.exp(logTerm))<=1-confidence){below+=Math.exp(logTerm);rank+=1;logTerm+=Math.log((count-rank+1)/rank)}const[low,high]=[sorted[rank-1],sorted[count-rank]];return low===void 0||high===void 0?void 0:{low,high,confidence:1-2*below}}function historiesOf(runs,wanted){const recent=runs.slice(-100);const random=seededRandom(1);const level=Math.max(.001,.01/wanted.length);return wanted.flatMap(({row,metric:id})=>{const points=pointsOf(recent,{row,id});if(points.length<2)return[];const values=points.map(({value})=>value);return[{row,metric:id,points,changes:changePoints(values,{random,level})}]})}function pointsOf(runs,{row,id}){const found=runs.flatMap(run=>{const summary=run.summary.rows.find(candidate=>candidate.row===row);const source=row===serverRow?{hash:run.summary.serverHash,statistics:run.summary.server}:summary&&{hash:summary.configHash,statistics:summary.statistics};const statistic=measured(source?.statistics,id);if(!source||!statistic||!Number.isFinite(statistic.value))return[];const interval=intervalOf(statistic.rounds);return[{hash:source.hash,point:{run,value:statistic.value,...interval&&{interval}}}]});return found.filter(({hash})=>hash===found.at(-1)?.hash).map(({point})=>point)}function intervalOf(rounds){if(rounds.length<2)return void 0;return medianInterval(rounds,.95)??{low:Math.min(...rounds),high:Math.max(...rounds)}}function historyFigure({metric:id,points,changes},title){const all=points.flatMap(({value,interval})=>[value,interval?.high??value]);const scale=scaleOf(id,Math.max(...all));const edge=(side,label)=>({label,colour:`head`,shape:`edge`,values:points.map(({interval})=>scaled(interval?.[side],scale))});const series=[...points.some(({interval})=>interval)?[edge(`low`,`interval from`),edge(`high`,`interval to`)]:[],{label:metric(id).label,colour:`head`,shape:`line`,values:points.map(({value})=>scaled(value,scale))},{label:`level`,colour:`level`,shape:`steps`,values:levelsOf(points,changes).map(v=>scaled(v,scale))}];const first=points[0]?.value;const last=points.at(-1)?.value;const told=changes.map(change=>changeText(id,{points,change}));return{title,summary:`${metric(id).label} over ${plural(points.length,`run`)}: first ${formatValue(id,first)}, latest ${formatValue(id,last)}. ${told.length>0?`Changes of level: ${told.join(`; `)}.`:`No lasting change of level.`}`,notes:told.length>0?[`Changes of level: ${told.join(`; `)}.`]:[],spec:{x:points.map((_,index)=>index),xTexts:points.map(({run})=>runText(run)),ticks:points.map(({run},index)=>[index,run.createdAt.slice(5,10)]),xLabel:`run`,yLabel:scale.unit===``?metric(id).label:`${metric(id).label} (${scale.unit})`,unit:scale.unit,y:around(series.flatMap(({values})=>values)),series,marks:changes.map(({index})=>index)}}}function changeText(id,{points,change}){const run=points[change.index]?.run;return`${change.before>0?`${signed(change.after/change.before-1)} `:``}${run?`at ${runText(run)} `:``}(${formatValue(id,change.before)} → ${formatValue(id,change.after)})`}function runText({commit,createdAt}){const day=createdAt.slice(0,10);return commit===void 0?day:`${clean(shortCommit(commit),10)}, ${day}`}function levelsOf(points,changes){const values=points.map(({value})=>value);const starts=[0,...changes.map(({index})=>index)];return starts.flatMap((start,place)=>{const stretch=values.slice(start,starts[place+1]);return stretch.map(()=>median(stretch))})}const arms=[`base`,`head`];function roundFigures(samples){return[...overRounds(samples),...callsOfRound(samples)]}function overRounds(samples){if(samples.length<2)return[];const medians=samples.map(({base,head})=>({base:base&&median(base.all),head:head&&median(head.all)}));const scale=scaleOf(`p50`,Math.max(...medians.flatMap(({base=0,head=0})=>[base,head])));const series=arms.flatMap(arm=>{const values=medians.map(round=>scaled(round[arm],scale));return values.every(value=>value===null)?[]:[{label:arm,colour:arm,shape:`line`,values}]});const paired=medians.flatMap(({base,head})=>base&&head?[head>base]:[]);const slower=paired.filter(isSlower=>isSlower).length;const compared=paired.length>0?` Head was slower than base in ${slower} of ${plural(paired.length,`round`)}.`:``;return[{title:`p50 of each round`,summary:`p50 over ${plural(samples.length,`round`)}.${compared}`,notes:[`Each round is a fresh launch of every arm.${compared}`],spec:{x:samples.map(({round})=>round),xTexts:samples.map(({round})=>String(round)),xLabel:`round`,yLabel:`p50 (${scale.unit})`,unit:scale.unit,y:around(series.flatMap(({values})=>values)),series}}]}const buckets=160;function callsOfRound(samples){const round=typicalRound(samples);if(!round)return[];const drawnArms=arms.flatMap(arm=>round[arm]??[]);const most=Math.max(...drawnArms.map(({series})=>series.length));const each=Math.max(...drawnArms.map(callsPerPoint));const size=most<=320?1:Math.ceil(most/buckets);const x=size===1?indices(most):indices(Math.ceil(most/size)*2).map(point=>point*(size/2));const scale=scaleOf(`p50`,Math.max(...drawnArms.map(({series})=>highest(series)))/4);const series=arms.flatMap(arm=>{const calls=round[arm]?.series;if(!calls)return[];const drawn=size===1?[...calls]:extremes(calls,size);return[{label:arm,colour:arm,shape:`dots`,values:x.map((_,index)=>scaled(drawn[index],scale))}]});const known=each===1?``:`; one call in ${count(each)} is known by itself`;const thinned=size===1?`every call is drawn`:`of every ${count(size)} calls in a row the fastest and the slowest are drawn${known}`;return[{title:`Calls of round ${round.round} in order of time`,summary:`Latency of the calls of round ${round.round}. ${arms.flatMap(arm=>round[arm]?[`${arm}: p50 ${duration(median(round[arm].all))}, slowest ${duration(slowest(round[arm]))}`]:[]).join(`; `)}.`,notes:[`The round whose p50 is the median of all rounds; ${thinned}. Calls that failed have no latency.`],spec:{x:x.map(call=>call*each+1),xLabel:`call`,yLabel:`latency (${scale.unit})`,unit:scale.unit,y:fromZero(series.flatMap(({values})=>values)),series}}]}function typicalRound(samples){const ordered=samples.map(round=>({round,p50:median(round.head?.all??round.base?.all??[0])})).sort((a,b)=>a.p50-b.p50);return ordered[ordered.length-1>>1]?.round}function extremes(values,size){return indices(Math.ceil(values.length/size)).flatMap(bucket=>{const part=values.subarray(bucket*size,(bucket+1)*size);let[least,most]=[0,0];for(let index=1;index<part.length;index++){if((part[index]??0)<(part[least]??0))least=index;if((part[index]??0)>(part[most]??0))most=index}return[part[Math.min(least,most)]??0,part[Math.max(least,most)]??0]})}function slowest({all}){return all instanceof Histogram?all.moments.max:highest(all)}function highest(values){return values.reduce((most,value)=>Math.max(most,value),0)}function indices(length){return Array.from({length},(_,index)=>index)}const rowsDrawn=40;const rowsOpen=1;function rowSection(view,charts){const rows=failingFirst(view).filter(({head,base})=>(head?.ok??0)+(base?.ok??0)>0);const parts=rows.slice(0,rowsDrawn).flatMap(rowView=>{const{row}=rowView;const samples=samplesOf(view.report,row.id);const drawn=[...distributionFigures(samples),...roundFigures(samples)].map(figure=>charts.figure(figure));return drawn.length===0?[]:[html`<summary><h3><code>${foreign(row.id,80)}</code></h3> <span class="quiet">${inShort(rowView)}</span></summary>${figures(drawn)}`]});if(parts.length===0)return[];return[{id:`rows`,title:`Latency of each row`,body:[parts.map((part,index)=>html`<details class="row"${openIf(index<rowsOpen)}>${part}</details>\n`),furtherRows(rows.length-rowsDrawn)]}]}function inShort({base,head,findings}){const figures=[`p50`,`p95`].map(id=>{const values=[base,head].flatMap(arm=>figureOf(arm?.statistics,id)??[]);return`${metric(id).label} ${values.map(value=>formatValue(id,value)).join(` → `)}`});const failing=findings.filter(isFailing).length;return[...figures,...failing>0?[`${failing} of ${plural(findings.length,`result`)} failing`]:[]].join(`, `)}function historySections(view,charts){const{report}=view;if(report.history.length===0)return[];const{commit,createdAt}=report.record;const now={...commit&&{commit:commit.sha},createdAt,summary:report.head};const rows=failingFirst(view).map(({row})=>row.id);const server=metricIds.filter(id=>metric(id).scope===`server`);const told=historiesOf([...report.history,now],[...rows.slice(0,rowsDrawn).map(row=>({row,metric:`p50`})),...server.map(id=>({row:serverRow,metric:id}))]).filter(({points})=>points.some(({value})=>value!==points[0]?.value));if(told.length===0)return[];const drawn=told.map(history=>{const{label}=metric(history.metric);const title=history.row===serverRow?`${label} of the server`:html`${label} of <code>${foreign(history.row,80)}</code>`;return charts.figure(historyFigure(history,title))});return[{id:`history`,title:`History`,body:[howToRead,figures(drawn),furtherRows(rows.length-rowsDrawn)]}]}const howToRead=html`<p>One point per stored run of this kind of machine, the newest on the right. The band is the 95 % interval of the median of a run’s rounds, or what they span where there are fewer than six. A vertical line marks the first run of a new level: at least five runs stand on either side, and runs in random order seldom show one as sharp.</p>`;function furtherRows(hidden){return hidden>0?html`<p>and ${plural(hidden,`more row`)} without charts.</p>`:html``}function failingFirst(view){const failing=({findings})=>findings.filter(isFailing).length;return view.rows.toSorted((a,b)=>failing(b)-failing(a))}function openIf(isOpen){return isOpen?html` open`:html``}export{scrollable as _,historiesOf as a,html as b,fromZero as c,armsOf as d,pageHtml as f,blocksHtml as g,figures as h,changeText as i,scaleOf as l,Charts as m,howToRead as n,historyFigure as o,sortableTable as p,rowSection as r,around as s,historySections as t,scaled as u,textHtml as v,foreign as y};