import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import type { Method } from '#lib/calls/call.ts';
import { bodyCutOff, bodyTooLarge } from '#lib/calls/problems.ts';

import { headerTooLarge } from '../problems.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Calls that answer every method have an id for each: `dummy.echoPost`. */
function toId(name: string, method: Method): string {
  return `dummy.${name}${method.charAt(0)}${method.slice(1).toLowerCase()}`;
}

const HELLO = 'For testing how a client reads a type.';

export const getText = call({
  id: 'dummy.getText',
  method: 'GET',
  path: '/api/dummy/content-type/text',
  least: 'public',
  summary: `Hello World as text. ${HELLO}`,
  success: [{ status: 200, description: 'Hello World', bytes: 'text/plain' }],
  problems: [],
});

export const getBinary = call({
  id: 'dummy.getBinary',
  method: 'GET',
  path: '/api/dummy/content-type/binary',
  least: 'public',
  summary: `Hello World as bytes. ${HELLO}`,
  success: [{ status: 200, description: 'Hello World', bytes: 'application/octet-stream' }],
  problems: [],
});

export const getJson = call({
  id: 'dummy.getJson',
  method: 'GET',
  path: '/api/dummy/content-type/json',
  least: 'public',
  summary: `Hello World as JSON, without the usual data around it. ${HELLO}`,
  success: [{ status: 200, description: '{"Hello":"World"}', bytes: 'application/json' }],
  problems: [],
});

export const echoes = METHODS.map((method) =>
  call({
    id: toId('echo', method),
    method,
    path: '/api/dummy/echo',
    least: 'public',
    summary: 'Sends the body back as it came: at most 64 KB, or 4 KB with header=true.',
    query: z.object({ header: z.optional(z.enum(['true', 'false'], 'true or false')) }),
    ...(method !== 'GET' && { body: 'bytes' as const }),
    success: [{ status: 200, description: 'The body.', bytes: 'application/octet-stream' }],
    problems: method === 'GET' ? [] : [bodyTooLarge, headerTooLarge, bodyCutOff],
  }),
);

export const headers = METHODS.map((method) =>
  call({
    id: toId('headers', method),
    method,
    path: '/api/dummy/headers',
    isEcho: true,
    least: 'public',
    summary: 'The headers as they arrived, but for cookies, keys and whatever else says who asks.',
    success: [{ status: 200, description: 'By lowercase name.', data: z.record(z.string(), z.string()) }],
    problems: [],
  }),
);

export const EchoedStatus = z.object({ status: z.int() });

export const statuses = METHODS.map((method) =>
  call({
    id: toId('status', method),
    method,
    path: '/api/dummy/status/{code}',
    isEcho: true,
    least: 'public',
    summary: 'Answers with a status of your choice, 200 to 599.',
    params: z.object({ code: z.string().check(z.regex(/^[2-5]\d\d$/, 'a status from 200 to 599')) }),
    success: [
      {
        status: 200,
        description: 'The status, as every other one that may have a body.',
        data: EchoedStatus,
      },
      { status: 204, description: 'Nothing, as with 205 and 304.' },
      { status: 302, description: 'As with 301, 303, 307 and 308: the way to something with 200.' },
    ],
    problems: [],
  }),
);
