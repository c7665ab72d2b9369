import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Route = Record<string, unknown>;
interface RouteManifest {
  routes: Record<string, Route & { id: string }>;
}

const FOLDER = '/assets/';
/** A row has its flags as bits, then the other fields: numbers are files, null is nothing. */
const UNPACK = `(rest,files,flags,fields,rows)=>{
const valueOf=(v)=>typeof v=="number"?"${FOLDER}"+files[v]:Array.isArray(v)?v.map(valueOf):v,routes={};
for(const [bits,values] of rows){const route={};
flags.forEach((flag,at)=>{route[flag]=(bits>>at&1)==1});
fields.forEach((field,at)=>{if(values[at]!==null)route[field]=valueOf(values[at])});
routes[route.id]=route}
return {...rest,routes}}`.replaceAll('\n', '');

/** Makes React Router's list of all routes smaller, which every page loads, in the `assets` of a finished build. */
export function shrinkRouteManifest(assets: string): void {
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error(`${assets} has no manifest of the routes.`);
  const file = join(assets, name);
  writeFileSync(file, compactRouteManifest(readFileSync(file, 'utf8')));
}

/** A script that sets the same, in which each file and each field is named once. */
export function compactRouteManifest(script: string): string {
  const [, name, json] = /^(window\.__reactRouterManifest)=(.*);$/s.exec(script) ?? [];
  if (name === undefined || json === undefined)
    throw new Error(`This is no manifest of routes: ${script.slice(0, 80)}`);
  const { routes, ...rest } = JSON.parse(json) as RouteManifest;
  const list = Object.values(routes);
  const isFlag = (field: string) => list.every((route) => typeof route[field] === 'boolean');
  const { flags = [], fields = [] } = Object.groupBy(new Set(list.flatMap((route) => Object.keys(route))), (field) =>
    isFlag(field) ? 'flags' : 'fields',
  );
  const files = new Map<string, number>();
  const pack = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pack);
    if (typeof value !== 'string' || !value.startsWith(FOLDER)) return value ?? null;
    if (!files.has(value)) files.set(value, files.size);
    return files.get(value);
  };
  const bitsOf = (route: Route) => flags.reduce((bits, flag, at) => bits | (Number(route[flag]) << at), 0);
  const rows = list.map((route) => [bitsOf(route), fields.map((field) => pack(route[field]))]);
  const names = [...files.keys()].map((file) => file.slice(FOLDER.length));
  return `${name}=(${UNPACK})(${[rest, names, flags, fields, rows].map((part) => JSON.stringify(part)).join()});`;
}
