import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi } from '#src/description/document.ts';
import { readExamples } from '#src/description/examples.ts';
import { ROUTES } from '#src/routes.ts';
import {writeFileSync} from 'node:fs';
const t=performance.now();
const doc = describeApi({routes: ROUTES, examples: readExamples(), version:'0.1.0', baseUrl:'https://localhost:8443'});
console.log('made', performance.now()-t);
const source=JSON.stringify(doc,null,2); writeFileSync('/tmp/openapi.json',source);
console.log(source.length);
const t2=performance.now();
const config = await createConfig({extends:['recommended']});
const problems = await lintFromString({source, absoluteRef:'/tmp/openapi.json', config});
console.log('lint', performance.now()-t2, problems.length);
const by=new Map();for(const p of problems){const k=p.severity+' '+p.ruleId; by.set(k,[...(by.get(k)??[]),p]);}
for(const [k,v] of by){console.log(k,v.length); for(const p of v.slice(0,Number(process.argv[2]??6))) console.log('   ',p.message, p.location[0]?.pointer)}
