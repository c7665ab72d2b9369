import type { TestSite } from '../site.ts';

/** A browser without scripts: it keeps cookies, sends forms of our own pages and follows nothing by itself. */
export interface FormVisitor {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

export function openVisitor(site: TestSite, userAgent = FIREFOX): FormVisitor {
  const cookies = new Map<string, string>();
  const ask = async (path: string, method: string, headers: Record<string, string>, body?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { 'user-agent': userAgent, ...(cookie && { cookie }), ...headers };
    const response = await site.ask(undefined, path, { method, headers: sent, body });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0(?:;|$)/.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    get: (path, headers = {}) => ask(path, 'GET', headers),
    post: (path, fields, headers = {}) =>
      ask(
        path,
        'POST',
        {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          origin: 'http://localhost:8080',
          ...headers,
        },
        String(new URLSearchParams(fields)),
      ),
  };
}

/** The newest mail with a code that was kept for an address, and its link. */
export function mailFor({ parts }: TestSite, to: string): { text: string; code: string; path: string } | undefined {
  const mail = parts.mailer.keptMails().find((one) => one.to === to && CODE.test(one.text));
  if (mail === undefined) return undefined;
  const [code = ''] = CODE.exec(mail.text) ?? [];
  const [link = ''] = /https?:\/\/\S*\/confirmation\/[\w.-]+/.exec(mail.text) ?? [];
  return { text: mail.text, code, path: link === '' ? '' : new URL(link).pathname };
}

const CODE = /(?<!\d)\d{6}(?!\d)/;
