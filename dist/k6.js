import{ConfigError,_usingCtx,batchSizeOf,digest,groupBy,harness,inFlightOf,isMap,isReserved,isSearch,jsonOf,messageOf,methods,outcomeKinds,pauseOf,plural,rateOf,requestsOf,samplesNeeded,version,withValues}from"./core.js";import{require_dist}from"./configuration.js";import{LatencyLog,OutcomeTally,isOfCall}from"./measure.js";import{createReadStream}from"node:fs";import{open,realpath,stat}from"node:fs/promises";import{createGunzip}from"node:zlib";import{StringDecoder}from"node:string_decoder";const truncated=`give the whole file; nothing was imported`;async function eachLine(file,{expected,longestLine,onLine}){let unfit=(found,fix)=>new ConfigError(found,{where:file,expected,fix}),decoder=new StringDecoder(`utf8`),rest=``,take=text=>{let from=0;for(let end=text.indexOf(`
`);end!==-1;end=text.indexOf(`
`,from)){let line=from===0?rest+text.slice(0,end):text.slice(from,end);from===0&&(rest=``),onLine(line),from=end+1}if(rest+=text.slice(from),rest.length>longestLine)throw unfit(`it has lines of more than ${longestLine/2**20} MiB`)};try{if(!(await stat(file)).isFile())throw unfit(`it is not a regular file`,`save it in a file`);let isPacked=await isGzipped(file),source=createReadStream(file),plain=isPacked?source.pipe(createGunzip()):source;plain!==source&&source.once(`error`,error=>plain.destroy(error));for await(let chunk of plain)take(decoder.write(chunk))}catch(error){if(error instanceof ConfigError)throw error;let code=error instanceof Error&&`code`in error?error.code:void 0;throw code===`ENOENT`?unfit(`there is no such file`):code===`Z_BUF_ERROR`?unfit(`it ends in the middle of compressed data`,truncated):typeof code==`string`&&code.startsWith(`Z_`)?unfit(`its compressed data is broken`,truncated):unfit(`it cannot be read: ${messageOf(error)}`)}return rest}async function isGzipped(file){try{var _usingCtx$1=_usingCtx();let{buffer,bytesRead}=await _usingCtx$1.a(await open(file)).read(Buffer.alloc(2),0,2,0);return bytesRead===2&&buffer[0]===31&&buffer[1]===139}catch(_){_usingCtx$1.e=_}finally{await _usingCtx$1.d()}}const longestLine=2**20,expected="what `k6 run --out json=FILE` writes, gzipped or not";function unfit(file,found,fix){return new ConfigError(found,{where:file,expected,fix})}async function readPoints(file,reading){let number=0,malformed=(found,fix)=>unfit(file,`line ${number} ${found}`,fix),read=lineReader({...reading,malformed});if(await eachLine(file,{expected,longestLine,onLine:line=>{number++,number===1&&requireK6(line,malformed),read(line)}})!==``)throw unfit(file,`it ends in the middle of a line`,truncated);if(number===0)throw unfit(file,`it is empty`)}function requireK6(first,malformed){if(!first.startsWith(`{`))throw malformed(`is no output of k6 in JSON: ${JSON.stringify(first.slice(0,80))}`,"run k6 with `--out json=FILE`");let envelope=jsonOf(first);if(!isMap(envelope)||typeof envelope.type!=`string`||typeof envelope.metric!=`string`)throw malformed(`is no metric or point of k6`,"run k6 with `--out json=FILE`: the percentiles of a summary (--summary-export, handleSummary) cannot be pooled")}function lineReader({metrics,onPoint,malformed}){let names=[...metrics].map(name=>JSON.stringify(name));return line=>{if(!names.some(name=>line.includes(name)))return;let envelope=jsonOf(line);if(!isMap(envelope))throw malformed(`is not JSON`);let{type,metric,data}=envelope;if(type!==`Point`||typeof metric!=`string`||!metrics.has(metric))return;let{time,value,tags}=isMap(data)?data:{},timeMs=typeof time==`string`?Date.parse(time):NaN;if(Number.isNaN(timeMs)||typeof value!=`number`||!Number.isFinite(value))throw malformed(`is a point without a time and a value: this version of k6 writes them otherwise`);onPoint({metric,timeMs,value,tags:textsOf(tags)})}}function textsOf(tags){return isMap(tags)?Object.fromEntries(Object.entries(tags).flatMap(([name,value])=>isMap(value)||Array.isArray(value)?[]:[[name,String(value)]])):{}}const ownMetric=`mcp_call_duration`,ownFailures=`mcp_call_failed`,anyMetric=`http_req_duration`,ownTags=[`row`],anyTags=[`scenario`,`method`,`name`];async function surveyFiles(names,wanted){let candidates=wanted.metric===void 0?[ownMetric,anyMetric]:[wanted.metric],tagsOf=metric=>wanted.rowTags??(metric===`mcp_call_duration`?ownTags:anyTags),tallyOf=metric=>({rows:new Map,rowTags:tagsOf(metric)}),found=[];for(let file of names){let tallies=new Map(candidates.map(metric=>[metric,tallyOf(metric)]));found.push({file,tallies,users:await addPoints(file,tallies)})}let metric=candidates.find(metric=>found.some(({tallies})=>(tallies.get(metric)?.rows.size??0)>0))??wanted.metric??anyMetric,rowTags=tagsOf(metric);return{metric,rowTags,files:found.map(({file,tallies,users})=>{let{rows}=tallies.get(metric)??tallyOf(metric);if(rows.size===0)throw new ConfigError(`it has no point of ${metric}`,{where:file,expected:wanted.metric===void 0?`requests that k6 made`:`a metric of times in milliseconds`,fix:`name another metric of the script with --metric, or leave the file out; nothing was imported`});if(rows.size>100)throw new ConfigError(`${metric} has more than 100 rows by ${rowTags.join(`, `)}`,{where:file,fix:"name tags with fewer values, such as --row-tag scenario, or give requests a `name` in the script"});return{file,span:joined([...rows.values()].map(({span})=>span)),rows,users}})}}async function addPoints(file,tallies){let users=0,failures=tallies.get(ownMetric);return await readPoints(file,{metrics:new Set([...tallies.keys(),...failures?[ownFailures]:[],`vus_max`]),onPoint:point=>{if(point.metric===`vus_max`)users=Math.max(users,Math.min(1e9,Math.round(point.value)));else{let tally=point.metric===`mcp_call_failed`?failures:tallies.get(point.metric);if(!tally||point.metric===`mcp_call_failed`&&point.value===0)return;if(!(point.value>=0&&point.value<316224e5))throw unfit(file,`${point.metric} is ${point.value}, which is no time in milliseconds`);add(tally,point)}}}),users}function add(tally,point){let{rows,rowTags}=tally,id=rowOf(point.tags,rowTags),known=rows.get(id);if(!known&&rows.size>100)return;let fromMs=startOf(point);rows.set(id,{id,tags:known?.tags??point.tags,count:(known?.count??0)+1,span:joined([...known?[known.span]:[],{fromMs,toMs:point.timeMs}])})}function startOf({metric,timeMs,value}){return metric===`mcp_call_failed`?timeMs:timeMs-value}function rowOf(tags,rowTags){let values=rowTags.flatMap(tag=>{let value=tags[tag]??``;return value===``||tag===`scenario`&&value==="default"&&rowTags.length>1?[]:[value]});return values.length===0?`requests`:values.join(` `).slice(0,200)}function joined(spans){return{fromMs:spans.reduce((least,{fromMs})=>Math.min(least,fromMs),1/0),toMs:spans.reduce((most,{toMs})=>Math.max(most,toMs),-1/0)}}function runsOf(arm,files){let runs=[];for(let file of files.toSorted((a,b)=>a.span.fromMs-b.span.fromMs)){let last=runs.at(-1);last&&file.span.fromMs<last.span.toMs?runs[runs.length-1]={arm,files:[...last.files,file],span:joined([last.span,file.span])}:runs.push({arm,files:[file],span:file.span})}return runs}const fewestCalls=samplesNeeded(.5);function roundsOf({head,base},{windows}){let[[first],[other]]=[head,base];if(!first)throw RangeError(`no run to import`);if(base.length>0&&base.length!==head.length)throw notPaired(`there are ${head.length} runs of head and ${base.length} of base`);if(head.length===1){if(other&&!isTogether(first,other))throw notPaired(`base and head ran once each, one after the other`);return{kind:`windows`,...cut([...head,...base],{most:windows})}}requireTurns(head,base);let slots=[head,base].flatMap(runs=>runs.flatMap((run,round)=>cut([run],{most:1,before:round}).slots));return{kind:`runs`,count:head.length,slots}}function cut(runs,{most,before=0}){let ids=new Set(runs.flatMap(({files})=>files.flatMap(({rows})=>[...rows.keys()]))),windows=new Map([...ids].map(row=>[row,windowsOfRow(row,runs,most)])),of=row=>windows.get(row)??{fromMs:0,lengthMs:1,count:1},roundOf=(row,timeMs)=>{let{fromMs,lengthMs,count}=of(row);return before+Math.min(count-1,Math.max(0,Math.floor((timeMs-fromMs)/lengthMs)))},wallMsOf=row=>of(row).lengthMs,slots=runs.map(run=>({...run,roundOf,wallMsOf}));return{count:Math.max(...[...windows.values()].map(({count})=>count)),slots}}function windowsOfRow(row,runs,most){let found=runs.map(({files})=>files.flatMap(({rows})=>rows.get(row)??[])),{fromMs,toMs}=joined(found.flat().map(({span})=>span)),calls=Math.min(...found.map(rows=>rows.reduce((sum,{count})=>sum+count,0))),count=Math.max(1,Math.floor(Math.min(most,calls/fewestCalls)));return{fromMs,lengthMs:Math.max(1,(toMs-fromMs)/count),count}}function requireTurns(head,base){for(let[index,pair]of base.entries()){let end=Math.max(pair.span.toMs,head[index]?.span.toMs??0),next=[head[index+1],base[index+1]].flatMap(run=>run?.span.fromMs??[]);if(Math.min(...next)<end)throw notPaired(`base and head did not take turns`)}}function isTogether({span:one},{span:other}){return Math.min(one.toMs,other.toMs)-Math.max(one.fromMs,other.fromMs)>=.9*Math.max(one.toMs-one.fromMs,other.toMs-other.fromMs)}function notPaired(found){return new ConfigError(found,{where:`--base`,expected:`runs in pairs: one of each at the same time, or base and head in turns, as often`,fix:"import each side by itself, and `mcp-bench compare` the two records"})}const beside={checks:`checks`,dropped:`dropped_iterations`};async function refuseTwice(files){let places=await Promise.all(files.map(file=>realpath(file).catch(()=>file))),again=files.find((_,index)=>places.indexOf(places[index]??``)!==index);if(again!==void 0)throw new ConfigError(`the file is named twice`,{where:again,fix:`name it once`})}async function importK6(options,facts){let{head,base,windows}=options;await refuseTwice([...head,...base]);let survey=await surveyFiles([...head,...base],options),{metric,files}=survey,runs={head:runsOf(`head`,files.slice(0,head.length)),base:runsOf(`base`,files.slice(head.length))},rounds=roundsOf(runs,{windows}),sides=base.length>0?[`head`,`base`]:[`head`],gathered=new RowPoints(rounds,survey);for(let slot of rounds.slots)for(let{file}of slot.files)await readPoints(file,{metrics:new Set([metric,ownFailures,...Object.values(beside)]),onPoint:point=>gathered.add(point,slot)});return{schema:1,kind:`mcp-bench-record`,harness,createdAt:new Date(Math.min(...runs.head.map(({span})=>span.fromMs))).toISOString(),...facts,seed:0,command:`${metric} of ${plural(runs.head.length+runs.base.length,`run`)} of k6, ${plural(files.length,`file`)}`,resourceMethod:`none`,serverHash:digest(`k6`),serverThresholds:[],arms:sides.map(side=>({id:side,side,transport:`streamable-http`})),rows:rowsOf(survey,{rounds,bounds:options.bounds}),rounds:gathered.rounds(),imported:{by:`k6`,rounds:rounds.kind},stop:[{code:rounds.kind===`runs`?`k6-runs-read`:`k6-ended`}],skipped:[],warnings:[...gathered.warnings(),...rounds.kind===`windows`?[windowWarning(rounds.count)]:[]].map(text=>({code:`other`,text}))}}function windowWarning(count){return`${count===1?`the only round is one run of k6`:`the rounds are ${count} windows of one run of k6`}, which shows how steady it was, not how far two runs lie apart. Several runs are a round each`}function rowsOf({files,metric},{rounds,bounds}){let rows=new Map;for(let{rows:own}of files)for(let row of own.values())rows.has(row.id)||rows.set(row.id,row);let first=row=>Math.min(...files.flatMap(({rows})=>rows.get(row.id)?.span.fromMs??[])),inOrder=[...rows.values()].toSorted((a,b)=>first(a)-first(b)),users=Math.max(1,...rounds.slots.map(run=>run.files.reduce((sum,file)=>sum+file.users,0)));return inOrder.map(({id,tags})=>{let lengthMs=Math.max(...rounds.slots.map(slot=>slot.wallMsOf(id))),load=loadOf(tags,{users,durationMs:Math.round(lengthMs)}),{durationMs:_duration,...pace}=loadOf(tags,{users:1,durationMs:1});return{id:recordId(id),benchmark:recordId(id),method:`http`,target:tags.target??tags.name??id,load,configHash:digest({id,metric,pace:JSON.parse(JSON.stringify(pace))}),thresholds:[...bounds.rows.find(row=>row.id===id)?.thresholds??bounds.defaultThresholds]}})}function loadOf(tags,{users,durationMs}){let timeoutMs=wholeIn(tags.timeout_ms)||defaultTimeoutMs,every={durationMs,warmup:wholeIn(tags.warmup)??0,timeoutMs},rate=Number(tags.rate);if(rate>0&&rate<1e9)return{kind:`open`,ratePerSecond:rate,maxInFlight:users,...every};let written=Number(tags.concurrency);return{kind:`closed`,concurrency:Number.isSafeInteger(written)&&written>0?written:users,...every}}const defaultTimeoutMs=6e4;function wholeIn(tag){return tag!==void 0&&/^\d{1,9}$/.test(tag)?Number(tag):void 0}function recordId(row){return isReserved(row)?`row ${row}`:row}var RowPoints=class{#rounds;#survey;#rows;#cells=new Map;#lostChecks=0;#lostIterations=0;constructor(rounds,survey){this.#rounds=rounds,this.#survey=survey,this.#rows=survey.files.flatMap(({rows})=>[...rows.values()])}add(point,slot){let{metric,value,tags}=point,isOwn=this.#survey.metric===ownMetric;if(metric===this.#survey.metric){let failure=isOwn?void 0:failureIn(tags),cell=this.#cellOf(rowOf(tags,this.#survey.rowTags),{point,slot});cell.outcomes.add(failure??{kind:`ok`}),failure||cell.latencies.add(value)}else metric===beside.dropped?this.#addDropped(point,slot):isOwn&&metric===`mcp_call_failed`&&value>0?this.#cellOf(rowOf(tags,this.#survey.rowTags),{point,slot}).outcomes.add(ownFailure(tags)):!isOwn&&metric===beside.checks&&value===0&&this.#addCheck(point,slot)}#addCheck(point,slot){let cell=this.#onlyCell(point,slot),{check=``}=point.tags;cell?(cell.checks.has(check)||cell.checks.size<100)&&cell.checks.set(check,(cell.checks.get(check)??0)+1):this.#lostChecks++}#addDropped(point,slot){let cell=this.#onlyCell(point,slot),count=Math.round(Math.min(1e9,Math.max(0,point.value)));cell?cell.outcomes.add(dropped,count):this.#lostIterations+=count}#onlyCell(point,slot){let ids=new Set(this.#rows.filter(({tags})=>agree(tags,point.tags)).map(({id})=>id)),[row]=ids;return row!==void 0&&ids.size===1?this.#cellOf(row,{point,slot}):void 0}#cellOf(row,{point,slot}){let key=cellKey(slot,{row,round:slot.roundOf(row,point.timeMs)}),known=this.#cells.get(key);if(known)return known;let made={latencies:new LatencyLog,outcomes:new OutcomeTally,checks:new Map};return this.#cells.set(key,made),made}rounds(){let ids=[...new Set(this.#rows.map(({id})=>id))];return Array.from({length:this.#rounds.count},(_,index)=>{let launches=this.#rounds.slots.flatMap(slot=>{let measurements=ids.flatMap(row=>{let cell=this.#cells.get(cellKey(slot,{row,round:index}));return cell?[measurementOf(recordId(row),cell,slot.wallMsOf(row))]:[]});return measurements.length===0?[]:[{arm:slot.arm,metrics:{},exitCode:null,killed:!1,orphans:0,measurements}]}),arms=launches.map(({arm})=>arm);return{index,order:Object.fromEntries(ids.map(id=>[recordId(id),arms])),launches}})}warnings(){return[this.#lostChecks>0&&`${plural(this.#lostChecks,`check`)} failed that k6 does not tell the row of, and that are in no figure: make rows by --row-tag scenario`,this.#lostIterations>0&&`k6 dropped ${plural(this.#lostIterations,`iteration`)}, which are in no figure: it had too few virtual users`].filter(one=>typeof one==`string`)}};function cellKey({arm,span},{row,round}){return JSON.stringify([arm,span.fromMs,row,round])}function measurementOf(row,{latencies,outcomes,checks},wallMs){let ok=latencies.count,[check,fails=0]=[...checks].toSorted(([,a],[,b])=>b-a)[0]??[],failed=outcomes.total-ok-(outcomes.outcomes.dropped??0);outcomes.add({kind:`unexpected`,message:`check failed: ${check}`},Math.max(0,fails-failed));let times=ok>0?{medianMs:latencies.median,meanMs:latencies.mean}:{};return{row,outcomes:outcomes.outcomes,errors:outcomes.samples,blocks:[{position:0,wallMs,attempted:outcomes.total,ok,...times}],...latencies.stored()}}const dropped={kind:`dropped`,message:`k6 had no virtual user for an iteration that was due`};function ownFailure({kind}){let known=outcomeKinds.find(one=>one===kind)??`unexpected`;return{kind:known===`ok`?`unexpected`:known,message:`the log of k6 says more`}}function failureIn(tags){let{expected_response:expected,status=``,error_code:code=``,error}=tags;if(expected===void 0?code!==``||status===`0`||Number(status)>=400:expected===`false`)return code===`1050`?{kind:`timeout`,message:error??`request timeout`}:status===`0`?{kind:`disconnected`,message:error??`error ${code}`}:{kind:`rpc-error`,message:`HTTP ${status}`}}function agree(one,other){return Object.entries(one).every(([name,value])=>other[name]===void 0||other[name]===value)}var import_dist=require_dist();const mostConfigMapBytes=2**20,name=`mcp-bench-k6`,file=`script.js`,results=`/results`;function operatorManifest(script,pods){if(Buffer.byteLength(script)>mostConfigMapBytes)throw new ConfigError(`the script has ${Buffer.byteLength(script)} bytes`,{where:`--operator`,expected:`at most ${mostConfigMapBytes}, which a ConfigMap takes`,fix:"export fewer benchmarks, or fewer rows of `arguments_from`"});let volume={apiVersion:`v1`,kind:`PersistentVolumeClaim`,metadata:{name},spec:{accessModes:[`ReadWriteMany`],resources:{requests:{storage:`10Gi`}}}},run={apiVersion:`k6.io/v1alpha1`,kind:`TestRun`,metadata:{name},spec:{parallelism:pods,script:{configMap:{name,file}},arguments:`--out json=${results}/$(POD_NAME).json.gz`,runner:{env:[{name:`POD_NAME`,valueFrom:{fieldRef:{fieldPath:`metadata.name`}}}],volumeMounts:[{name:`results`,mountPath:results}],volumes:[{name:`results`,persistentVolumeClaim:{claimName:name}}]}}},source=new import_dist.Document({apiVersion:`v1`,kind:`ConfigMap`,metadata:{name},data:{[file]:script}});return source.commentBefore=` For the k6 operator: kubectl apply --filename THIS_FILE. When it has ended, the points of all pods are in the volume:
 mcp-bench import k6 ${results}/*.json.gz --output record.json`,[String(source),(0,import_dist.stringify)(volume),(0,import_dist.stringify)(run)].join(`---
`)}function literal(value){return JSON.stringify(value,void 0,2).replace(/[\u2028\u2029]/g,end=>end===`\u2028`?`\\u2028`:`\\u2029`).replace(/^(\s*)"__proto__":/gm,`$1["__proto__"]:`)}function comment(lines){return lines.map(line=>`// ${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu,` `)}`.trimEnd()).join(`
`)}function whyLeftOut({operation,load,setup,restart},launch){let calls=operation.kind===void 0?operation:void 0;if(launch.transport===`stdio`)return`its server is reached over stdio`;if(launch.url===void 0||launch.url.includes("${PORT"))return`its server has no address before mcp-bench starts it`;if(launch.identities)return"its sessions belong to `identities`";if(restart)return`it restarts its server`;if(batchSizeOf(load)!==void 0)return"`batch` times groups of calls as one";if(isSearch(load))return"each step of the search for its `capacity` depends on the one before";if(setup&&setup.steps.length+setup.teardown.length>0)return"it has `setup` or `teardown`";if(calls?.task)return"a `task` is followed to its end by further calls";if(calls?.updates!==void 0)return"`updates` waits for a notification";if(operation.kind===`steps`&&operation.steps.some(({capture})=>Object.keys(capture).length>0))return"its steps `capture` what later ones need"}function differencesOf(row){let{operation,load,traceContext}=row,sessions=load.sessions??1,shares=operation.kind!==`http`&&inFlightOf(load)!==sessions,expectations=[row,...requestsOf(row)].flatMap(({expect})=>expect??[]);return[shares&&`every virtual user has a session of its own, where mcp-bench uses ${sessions}`,rateOf(load)!==void 0&&`latency counts from the write, not from when a call was due, and k6 drops iterations that find no free virtual user`,operation.kind===void 0&&operation.progress&&`no progress is requested: k6 shows only whole replies`,traceContext&&`no trace is begun`,expectations.some(({schema})=>schema)&&`replies are not checked against the schema of their tool`,expectations.some(isOfCall)&&"a reply to another call passes that contains the expected text, as `item 12` contains `item 1`"].filter(one=>typeof one==`string`)}function scriptRow(row,{server,users}){let{load,id}=row,pauseMs=pauseOf(load);return{row:id,server,warmup:Math.ceil(load.warmup/users),timeout:`${Math.round(load.timeoutMs)}ms`,pauseSeconds:pauseMs>0?pauseMs/1e3:void 0,...callsOf(row)}}function callsOf(row){let{id,operation}=row,request=({operation:{method,params,argumentRows,target},expect})=>{let name=target===method?method:`${method} ${target}`;return{name,method,params,argumentRows,naming:methods.get(method)?.naming,expect,check:checkOf({id,name,expect})}};if(operation.kind===`http`){let{target:name,request:asked}=operation;return{http:{...asked,name,expect:row.expect,check:checkOf({id,name,expect:row.expect})}}}let think=operation.kind===`steps`?operation.think:void 0;return{pick:operation.kind===`mix`||void 0,think:think&&{seconds:think.meanMs/1e3,exponential:think.distribution===`exponential`},freshSession:operation.kind===void 0&&operation.freshSession?!0:void 0,requests:requestsOf(row).map((one,part)=>({...request(one),weight:operation.kind===`mix`?operation.parts[part]?.weight:void 0}))}}function checkOf({id,name,expect}){return expect&&`${id}: ${name} is as expected`.replaceAll(`::`,`: :`)}const ofLatency={p50:`med`,p75:`p(75)`,p90:`p(90)`,p95:`p(95)`,p99:`p(99)`,p999:`p(99.9)`,min:`min`,max:`max`,mean:`avg`};function thresholdsOf(thresholds,scenario){let expressions={},leftOut=[];for(let{metric,level,limit,text}of thresholds){let figure=ofLatency[metric];if(limit.kind!==`absolute`)continue;let[name,expression]=metric===`error_rate`?[`mcp_call_failed`,`rate<=${limit.value}`]:[`mcp_call_duration`,figure&&`${figure}<=${limit.value}`];if(level!==`fail`||expression===void 0)leftOut.push(`${metric}: ${text}${level===`warn`?` (warn)`:``}`);else{let key=`${name}{scenario:${scenario}}`;expressions[key]=[...expressions[key]??[],expression]}}return{expressions,leftOut}}const betweenMs=5e3;function k6Script(plan,{from,durationMs}){if(plan.discover)throw new ConfigError(`there are no benchmarks to write a script of`,{where:from,fix:"list them under `benchmarks`; `mcp-bench init` writes some for the tools of a server"});let judged=plan.rows.map(row=>{let launch=launchOf(row,plan.arms);return{row,launch,why:whyLeftOut(row,launch)}}),kept=judged.filter(({why})=>why===void 0);if(kept.length===0)throw nothingLeft(judged,from);let{servers,placeOf}=serversOf(kept),scenarios=schedule(kept,{placeOf,durationMs}),notes=[...notesOf(judged),...notesOfServers(kept.map(({launch})=>launch)),...scenarios.notes],head=comment([`Written by mcp-bench ${version} from ${from}: calls of an MCP server for k6 (https://k6.io).`,``,`  k6 run --out json=results.json.gz THIS_FILE`,`  mcp-bench import k6 results.json.gz --output record.json`,``,`mcp_call_duration and mcp_call_failed are tagged by \`row\`.${servers.length===1?` -e MCP_URL=… calls another server than the one below.`:``}`,...notes.length>0?[``,`What k6 does not do, or does otherwise than mcp-bench:`,...notes.map(note=>`- ${note}`)]:[]]),{imports,body}=inParts(`import { check, sleep } from "k6";
import encoding from "k6/encoding";
import exec from "k6/execution";
import http from "k6/http";
import { Rate, Trend } from "k6/metrics";

/* global __ENV, clientInfo, configured, rows -- they stand above */

/** First revision of the protocol without \`initialize\`. */
const firstStateless = "2026-07-28";
const newestWithSessions = "2025-11-25";
/** https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
const requestTimeout = 1050;

/** From the write of a call to the last byte of its reply, of calls that were ok; of turns, the sum of their steps. */
const callDuration = new Trend("mcp_call_duration", true);
/** Calls that were not ok, with what went wrong as the tag \`kind\`. */
const callFailed = new Rate("mcp_call_failed");
/** Time of \`initialize\` and the notification behind it. */
const sessionOpen = new Trend("mcp_session_open", true);

const servers = configured.map(fromEnvironment);
/** Sessions of this virtual user, by the index of the server. */
const sessions = new Map();
/** Calls of this virtual user, by row. */
const made = new Map();
/** Failures that have been logged, so that each kind is logged once. */
const told = new Set();

/** A server with what only k6's environment says: another address, and what \`\${NAME}\` stands for in headers. */
function fromEnvironment({ url, headers, ...server }, _place, { length }) {
  const filled = Object.entries(headers).map(([name, text]) => [name, text.replace(/\\$\\{([A-Za-z_]\\w*)\\}/g, variable)]);
  return { ...server, url: length === 1 && __ENV.MCP_URL ? __ENV.MCP_URL : url, headers: Object.fromEntries(filled) };
}

function variable(_text, name) {
  if (__ENV[name] === undefined) throw new Error(\`\${name} is not set; give it with -e \${name}=…\`);
  return __ENV[name];
}

/** Runs an iteration of any scenario: one call, or one turn of several. */
export function measure() {
  const scenario = exec.scenario.name;
  const row = rows[scenario];
  const values = { seq: exec.scenario.iterationInTest, session: exec.vu.idInTest - 1 };
  const before = made.get(scenario) ?? 0;
  made.set(scenario, before + 1);
  const outcome = row.http ? plainCall(row, values) : rowCall(row, values);
  if (before >= row.warmup) {
    if (outcome.kind === "ok") callDuration.add(outcome.ms);
    callFailed.add(outcome.kind !== "ok", outcome.kind === "ok" ? {} : { kind: outcome.kind });
  }
  if (outcome.kind !== "ok" && !told.has(\`\${scenario} \${outcome.kind}\`)) {
    told.add(\`\${scenario} \${outcome.kind}\`);
    console.warn(\`\${row.row}: \${outcome.kind}: \${outcome.message}\`);
  }
  if (row.pauseSeconds) sleep(row.pauseSeconds);
}

function rowCall(row, values) {
  if (row.freshSession) sessions.delete(row.server);
  const session = openSession(row);
  // A server that refuses sessions is not asked as often as the processor allows.
  if (session.kind) {
    sleep(1);
    return session;
  }
  if (row.pick) return call(row, { session, request: weighted(row.requests), values });
  let ms = 0;
  for (const request of row.requests) {
    if (row.think) sleep(row.think.exponential ? -Math.log(1 - Math.random()) * row.think.seconds : row.think.seconds);
    const outcome = call(row, { session, request, values });
    if (outcome.kind !== "ok") return outcome;
    ms += outcome.ms;
  }
  return { kind: "ok", ms };
}

function weighted(requests) {
  let left = Math.random() * requests.reduce((sum, { weight }) => sum + weight, 0);
  for (const request of requests) {
    left -= request.weight;
    if (left < 0) return request;
  }
  return requests[0];
}

function call(row, { session, request, values }) {
  const params = paramsOf(request, values);
  const id = session.nextId++;
  const message = { jsonrpc: "2.0", id, method: request.method };
  if (params !== undefined || session.meta) message.params = withMeta(params, session.meta);
  const response = post(row, { message, headers: headersOf(session, { request, params }), name: request.name });
  // The server no longer knows the session: the next call opens another.
  if (response.status === 404) sessions.delete(row.server);
  const outcome = judge(replyIn(response, id), { response, request, values });
  return outcome ?? { kind: "ok", ms: response.timings.duration };
}

function paramsOf({ params, argumentRows }, values) {
  if (params === undefined) return undefined;
  const filled = fill(params, values);
  if (!argumentRows) return filled;
  return { ...filled, arguments: { ...filled.arguments, ...argumentRows[values.seq % argumentRows.length] } };
}

function withMeta(params, meta) {
  return meta ? { ...params, _meta: { ...meta, ...params?._meta } } : params;
}

function post({ server, timeout }, { message, headers, name, ...more }) {
  return http.post(servers[server].url, JSON.stringify(message), {
    headers: { ...servers[server].headers, ...headers },
    timeout,
    redirects: 0,
    responseType: "text",
    tags: { name },
    ...more,
  });
}

const everyHeader = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** The session of this virtual user with the server of a row, opened where there is none; or how that failed. */
function openSession(row) {
  const known = sessions.get(row.server);
  if (known) return known;
  const { protocol } = servers[row.server];
  const isStateless = protocol === "auto" ? discovers(row) : protocol >= firstStateless;
  const opened = isStateless
    ? stateless(row, protocol === "auto" ? firstStateless : protocol)
    : initialize(row, protocol === "auto" ? newestWithSessions : protocol);
  if (!opened.kind) sessions.set(row.server, opened);
  return opened;
}

/** Tests whether a server speaks the line of the protocol without sessions, which is tried first. */
function discovers(row) {
  const session = newStateless(firstStateless);
  const request = { method: "server/discover", name: "server/discover" };
  const message = { jsonrpc: "2.0", id: 0, method: request.method, params: withMeta({}, session.meta) };
  const headers = headersOf(session, { request, params: {} });
  // A server that refuses it has failed at nothing: it is not in \`http_req_failed\`.
  const response = post(row, { message, headers, name: request.name, responseCallback: null });
  const versions = replyIn(response, 0)?.result?.supportedVersions;
  return Array.isArray(versions) && versions.includes(firstStateless);
}

function initialize(row, protocol) {
  const params = { protocolVersion: protocol, capabilities: {}, clientInfo };
  const message = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  const response = post(row, { message, headers: everyHeader, name: "initialize" });
  const reply = replyIn(response, 0);
  if (!reply?.result) {
    const failure = judge(reply, { response, request: {}, values: {} }) ?? { kind: "malformed", message: "no result" };
    return { ...failure, message: \`initialize: \${failure.message}\` };
  }
  const spoken = reply.result.protocolVersion;
  if (servers[row.server].protocol !== "auto" && spoken !== protocol)
    return { kind: "rpc-error", message: \`initialize: the server speaks protocol \${spoken}, not \${protocol}\` };
  const sessionId = response.headers["Mcp-Session-Id"];
  const headers = { ...everyHeader, "Mcp-Protocol-Version": spoken };
  if (sessionId) headers["Mcp-Session-Id"] = sessionId;
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
  const answer = post(row, { message: initialized, headers, name: initialized.method });
  sessionOpen.add(response.timings.duration + answer.timings.duration);
  return { headers, nextId: 1 };
}

/** Nothing is opened: every request says all about itself. Which arguments it repeats in headers, the list of tools says. */
function stateless(row, protocol) {
  const session = newStateless(protocol);
  if (!servers[row.server].listsTools) return session;
  const request = { method: "tools/list", name: "tools/list (headers)" };
  let cursor;
  for (let page = 0; page < 100; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const id = session.nextId++;
    const message = { jsonrpc: "2.0", id, method: request.method, params: withMeta(params, session.meta) };
    const response = post(row, { message, headers: headersOf(session, { request, params }), name: request.name });
    const reply = replyIn(response, id);
    const failure = judge(reply, { response, request, values: {} });
    if (failure) return { ...failure, message: \`tools/list: \${failure.message}\` };
    for (const { name, inputSchema } of reply.result.tools ?? [])
      session.mirrored.set(name, declarations(inputSchema, []));
    cursor = reply.result.nextCursor;
    if (typeof cursor !== "string") break;
  }
  return session;
}

function newStateless(protocol) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": protocol,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { headers: { ...everyHeader, "Mcp-Protocol-Version": protocol }, meta, nextId: 1, mirrored: new Map() };
}

/** Finds \`x-mcp-header\` in an input schema: only chains of \`properties\` count. */
function declarations(schema, path) {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
    const header = property?.["x-mcp-header"];
    const here = [...path, name];
    return [
      ...(/^[\\w!#$%&'*+.^\`|~-]+$/.test(header ?? "") ? [{ header: \`Mcp-Param-\${header}\`, path: here }] : []),
      ...declarations(property, here),
    ];
  });
}

function headersOf(session, { request, params }) {
  if (!session.meta) return session.headers;
  const headers = { ...session.headers, "Mcp-Method": headerValue(request.method) };
  const name = request.naming ? params?.[request.naming] : undefined;
  if (typeof name === "string") headers["Mcp-Name"] = headerValue(name);
  const mirrored = request.method === "tools/call" ? (session.mirrored.get(name) ?? []) : [];
  for (const { header, path } of mirrored) {
    const value = path.reduce((at, key) => at?.[key], params.arguments);
    if (["string", "boolean"].includes(typeof value) || Number.isSafeInteger(value))
      headers[header] = headerValue(String(value));
  }
  return headers;
}

/** Plain ASCII as it stands, else in the specification's Base64 form. */
function headerValue(text) {
  const plain = /^[\\x21-\\x7e](?:[\\x20-\\x7e\\t]*[\\x21-\\x7e])?$/.test(text);
  const looksEncoded = text.startsWith("=?base64?") && text.endsWith("?=");
  return plain && !looksEncoded ? text : \`=?base64?\${encoding.b64encode(text)}?=\`;
}

/** The JSON-RPC message that answers a request, from a body of JSON or of server-sent events; undefined without one. */
function replyIn(response, id) {
  const isStream = /^text\\/event-stream\\b/i.test(response.headers["Content-Type"] ?? "");
  const texts = isStream ? eventsIn(response.body ?? "") : [response.body ?? ""];
  return texts.map(parsed).find((message) => message?.id === id && message.method === undefined);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
function eventsIn(text) {
  const events = [];
  let data = [];
  for (const line of text.replace(/^\\ufeff/, "").split(/\\r\\n|\\n|\\r/)) {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    if (line !== "" || data.length === 0) continue;
    events.push(data.join("\\n"));
    data = [];
  }
  return events;
}

function unanswered({ error_code: code, error }) {
  return { kind: code === requestTimeout ? "timeout" : "disconnected", message: error };
}

/** Returns the fault of a reply; undefined without any. */
function judge(reply, { response, request, values }) {
  const { status } = response;
  if (status === 0) return unanswered(response);
  if (status >= 300 && !reply?.error) return { kind: "rpc-error", message: \`HTTP \${status}: \${shown(response.body)}\` };
  if (reply?.jsonrpc !== "2.0" || (reply.result === undefined) === (reply.error === undefined))
    return { kind: "malformed", message: \`not a JSON-RPC response: \${shown(response.body)}\` };
  const failure = failureIn(reply);
  if (!request.expect || (failure && !request.expect.error)) return failure;
  const said = reply.error ? reply.error.message : textOf(reply.result);
  return expected(request, {
    said,
    structured: reply.result?.structuredContent,
    isError: failure !== undefined,
    values,
  });
}

/** Holds a reply against \`expect\`, as a check: what is wrong with it, or undefined. */
function expected({ expect, check: name }, { said, structured, isError, values }) {
  const isExpected =
    (!expect.error || isError) &&
    (expect.text === undefined || hasText(said, { text: expect.text, values })) &&
    (expect.structured === undefined || holds(structured, fill(expect.structured, values)));
  check(isExpected, { [name]: (it) => it });
  return isExpected ? undefined : { kind: "unexpected", message: \`not what \\\`expect\\\` says: \${shown(said)}\` };
}

function failureIn({ result, error }) {
  if (error) return { kind: "rpc-error", message: \`\${error.code}: \${error.message}\` };
  const { resultType = "complete" } = result;
  if (resultType !== "complete") return { kind: "unexpected", message: \`a result of type \${resultType}\` };
  return result.isError === true ? { kind: "tool-error", message: shown(textOf(result)) } : undefined;
}

function shown(text) {
  return String(text ?? "").slice(0, 200);
}

function textOf(result) {
  const texts = [result.content, result.contents, result.messages].flatMap(textsIn);
  return texts.length > 0 ? texts.join("\\n") : JSON.stringify(result);
}

function textsIn(value) {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return typeof value.text === "string" ? [value.text] : textsIn(value.content);
}

function hasText(said, { text, values }) {
  if (typeof text === "string") return said.includes(fillText(text, values));
  return new RegExp(fillText(text.pattern, values), text.flags).test(said);
}

/** Tests whether \`actual\` has at least the keys and values of \`wanted\`; lists must agree item by item. */
function holds(actual, wanted) {
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((one, at) => holds(actual[at], one))
    );
  if (typeof wanted !== "object" || wanted === null) return Object.is(actual, wanted);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  return Object.entries(wanted).every(([key, value]) => holds(actual[key], value));
}

/** \`{{seq}}\` and \`{{session}}\` in every text; a text that is nothing else becomes the number. \`\\{{seq}}\` stays as it is. */
function fill(template, values) {
  if (typeof template === "string") {
    const name = /^\\{\\{\\s*(seq|session)\\s*\\}\\}$/.exec(template)?.[1];
    return name ? values[name] : fillText(template, values);
  }
  if (Array.isArray(template)) return template.map((one) => fill(one, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, fill(one, values)]));
}

function fillText(text, values) {
  return text.replace(/\\\\?\\{\\{\\s*([\\w.[\\]-]+)\\s*\\}\\}/g, (match, name) =>
    match.startsWith("\\\\") ? match.slice(1) : String(values[name] ?? match),
  );
}

/** A request beside MCP. */
function plainCall({ http: request, server, timeout }, values) {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fillText(value, values)]);
  const body = request.body === undefined ? null : fillText(request.body, values);
  const origin = /^https?:\\/\\/[^/?#]+/i.exec(servers[server].url)[0];
  const response = http.request(request.verb, origin + fillText(request.path, values), body, {
    headers: { ...servers[server].headers, ...Object.fromEntries(headers) },
    timeout,
    redirects: 0,
    responseType: "text",
    tags: { name: request.name },
  });
  const { status } = response;
  if (status === 0) return unanswered(response);
  if (request.status === undefined ? status < 200 || status > 299 : status !== request.status)
    return { kind: "unexpected", message: \`HTTP \${status}: \${shown(response.body)}\` };
  const said = response.body ?? "";
  const wrong = request.expect && expected(request, { said, structured: parsed(said), isError: false, values });
  return wrong ?? { kind: "ok", ms: response.timings.duration };
}
`);return{text:`${[head,imports,`export const options = ${literal({scenarios:scenarios.options,thresholds:scenarios.thresholds,...kept.some(({launch})=>launch.tls?.verify===!1)?{insecureSkipTLSVerify:!0}:{},summaryTrendStats:[`count`,`min`,`avg`,`med`,`p(90)`,`p(95)`,`p(99)`,`max`]})};`,`const configured = ${literal(servers)};`,`/** Rows by scenario. */\nconst rows = ${literal(scenarios.rows)};`,`const clientInfo = ${literal({name:`mcp-bench`,version})};`,body].join(`

`)}\n`,notes}}function inParts(text){let[imports=``]=/^(?:import .*\n)+/.exec(text)??[],body=text.slice(imports.length).replace(/^\s*\/\* global .*\n/,``);return{imports:imports.trimEnd(),body:body.trim()}}function launchOf(row,arms){let arm=arms.find(({side,variant})=>side===`head`&&variant===row.variant);if(!arm)throw RangeError(`row ${row.id} has no arm`);return withValues(arm.launch,row.setup?.values??{})}function serversOf(found){let groups=groupBy(found,({launch})=>serverKey(launch)),servers=[...groups.values()].map(members=>{let{url=``,protocol,headers,auth}=members[0].launch;return{url,protocol,headers:auth?{...headers,Authorization:"${AUTHORIZATION}"}:headers,listsTools:members.some(({row})=>callsTools(row))}}),keys=[...groups.keys()];return{servers,placeOf:launch=>keys.indexOf(serverKey(launch))}}function serverKey({url,protocol,headers,auth}){return JSON.stringify([url,protocol,headers,auth])}function callsTools(row){return requestsOf(row).some(({operation:{method}})=>method===`tools/call`)}function schedule(found,{placeOf,durationMs}){let options={},thresholds={},rows={},leftOut=[],startMs=0;for(let[index,{row,launch}]of found.entries()){let name=scenarioName(row.id,index),lengthMs=Math.max(1e3,Math.ceil(durationMs??row.load.durationMs??3e4)),{executor,users}=executorOf(row.load,lengthMs),scripted=scriptRow(row,{server:placeOf(launch),users});options[name]={...executor,exec:`measure`,startTime:`${startMs}ms`,gracefulStop:`${betweenMs}ms`,tags:{row:row.id,target:row.operation.target,timeout_ms:String(Math.round(row.load.timeoutMs)),warmup:String(scripted.warmup*users),...loadTag(row.load)}},rows[name]=scripted;let own=thresholdsOf(row.thresholds,name);Object.assign(thresholds,own.expressions),leftOut.push(...own.leftOut),startMs+=lengthMs+betweenMs}let budgets=[...new Set(leftOut)];return{options,thresholds,rows,notes:[budgets.length>0&&`k6 has no threshold for ${budgets.join(`, `)}`,found.some(({row})=>row.thresholds.some(({limit})=>limit.kind!==`absolute`))&&"limits on a change need something to compare with: `mcp-bench import k6`, then `mcp-bench compare`"].filter(one=>typeof one==`string`)}}function scenarioName(row,index){let slug=row.replace(/[^A-Za-z0-9]+/g,`_`).replace(/^_+|_+$/g,``);return`row${index+1}_${slug}`.slice(0,60).replace(/_+$/,``)}function executorOf(load,lengthMs){let duration=`${lengthMs}ms`;switch(load.kind){case`closed`:return{executor:{executor:`constant-vus`,vus:load.concurrency,duration},users:load.concurrency};case`open`:{let{ratePerSecond,stages,maxInFlight:maxVUs}=load,steady={executor:`constant-arrival-rate`,...arrivalRate(ratePerSecond),duration},arrivals=stages?k6Stages(stages,lengthMs):steady,users=Math.min(maxVUs,Math.max(2,Math.ceil(ratePerSecond/5)));return{executor:{...arrivals,preAllocatedVUs:users,maxVUs},users}}default:throw RangeError(`k6 has no executor for a ${load.kind}`)}}function loadTag(load){let[rate,concurrency]=[rateOf(load),inFlightOf(load)];return rate===void 0?concurrency===void 0?{}:{concurrency:String(concurrency)}:{rate:String(rate)}}function k6Stages(stages,lengthMs){let totalMs=stages.reduce((sum,{durationMs})=>sum+durationMs,0),perTime=perSecond=>Math.round(1e3*perSecond);return{executor:`ramping-arrival-rate`,startRate:perTime(stages[0]?.from??0),timeUnit:`1000s`,stages:stages.flatMap(({durationMs,from,to},place)=>[...place>0&&stages[place-1]?.to!==from?[{target:perTime(from),duration:`0s`}]:[],{target:perTime(to),duration:`${Math.round(durationMs*lengthMs/totalMs)}ms`}])}}function arrivalRate(perSecond){return Number.isInteger(perSecond)?{rate:perSecond,timeUnit:`1s`}:{rate:Math.max(1,Math.round(1e3*perSecond)),timeUnit:`1000s`}}function nothingLeft(left,from){let reasons=[...new Set(left.map(({why})=>why??``))];return new ConfigError(`k6 can do nothing of it: ${reasons.join(`; `)}`,{where:from,expected:"benchmarks of a server that is reached by `url`",fix:`name the address of a running server: --url http://127.0.0.1:3000/mcp`})}function notesOf(left){let omitted=[...groupBy(left,({why})=>why??``)].flatMap(([why,members])=>why===``?[]:[`left out: ${namesOf(members)}, since ${why}`]),kept=left.filter(({why})=>why===void 0),told=kept.flatMap(({row,launch})=>differencesOf(row).map(difference=>({row,launch,difference}))),differences=[...groupBy(told,({difference})=>difference)].map(([difference,members])=>members.length===kept.length?difference:`${namesOf(members)}: ${difference}`),counted=kept.filter(({row})=>row.load.requests!==void 0);return[...omitted,...differences,...counted.length>0?[`rows run for a time, not for a number of calls (set it by --duration)`]:[],`servers are started by nobody: start-up, CPU time, memory, leaks and context cost are not measured`,`sessions are not closed, since virtual users do not know their end`]}function namesOf(members){let names=members.slice(0,5).map(({row})=>JSON.stringify(row.id)),more=members.length-names.length;return`${names.join(`, `)}${more>0?` and ${plural(more,`more row`)}`:``}`}function notesOfServers(launches){let some=has=>launches.some(launch=>!!has(launch)),names=[...new Set(launches.flatMap(({headers})=>variablesIn(Object.values(headers))))];return[some(({auth})=>auth)&&`no token is fetched: give one with -e AUTHORIZATION='Bearer …'`,names.length>0&&`headers take ${names.join(`, `)} from k6's environment: -e ${names[0]}=…`,some(({client})=>client)&&`what the server asks of its client is not answered`,some(({tls})=>tls?.ca)&&`authorities to trust: set SSL_CERT_FILE where k6 runs`].filter(one=>typeof one==`string`)}function variablesIn(texts){return texts.flatMap(text=>[...text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([,name=``])=>name))}export{eachLine,importK6,k6Script,operatorManifest};