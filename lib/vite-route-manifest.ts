import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Route = Record<string, unknown>;
interface RouteManifest {
  routes: Record<string, Route & { id: string }>;
}

const FOLDER = '/assets/';
/** Each route has its flags as bits, and a place in the column of each other field: numbers are files, null is nothing. */
const UNPACK = `(rest,files,flags,fields,bits,columns)=>{
const valueOf=(v)=>typeof v=="number"?"${FOLDER}"+files[v]:Array.isArray(v)?v.map(valueOf):v,routes={};
bits.forEach((own,row)=>{const route={};
flags.forEach((flag,at)=>{route[flag]=(own>>at&1)==1});
fields.forEach((field,at)=>{const value=columns[at][row];if(value!==null)route[field]=valueOf(value)});
routes[route.id]=route});
return {...rest,routes}}`.replaceAll('\n', '');

/** Makes React Router's list of all routes smaller, which every page loads, in the `assets` of a finished build. */
export function shrinkRouteManifest(assets: string): void {
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error(`${assets} has no manifest of the routes.`);
  const file = join(assets, name);
  writeFileSync(file, compactRouteManifest(readFileSync(file, 'utf8')));
}

/** A script that sets the same, in which each file and each field is named once. Files are in the order of their names. */
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
  const columns = fields.map((field) => list.map((route) => inOrder(field, route[field])));
  const files = [...new Set(columns.flat(2).filter(isFile))].toSorted(byName);
  const numbers = new Map<unknown, number>(files.map((file, at) => [file, at]));
  const pack = (value: unknown): unknown => (Array.isArray(value) ? value.map(pack) : (numbers.get(value) ?? value));
  const bitsOf = (route: Route) => flags.reduce((bits, flag, at) => bits | (Number(route[flag]) << at), 0);
  const names = files.map((file) => file.slice(FOLDER.length));
  const parts = [rest, names, flags, fields, list.map(bitsOf), columns.map((column) => column.map(pack))];
  return `${name}=(${UNPACK})(${parts.map((part) => JSON.stringify(part)).join()});`;
}

/** Imports are loaded ahead, in any order. */
function inOrder(field: string, value: unknown): unknown {
  return field === 'imports' ? ((value as string[] | undefined)?.toSorted(byName) ?? null) : (value ?? null);
}

function byName(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function isFile(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(FOLDER);
}
