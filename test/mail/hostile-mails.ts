/** Mails that no honest program writes, each to hold up whoever reads it. */
export const hostileMails: Readonly<Record<string, () => string>> = {
  '66,000 lines of >': () => head() + '>\r\n'.repeat(66_000),
  '20,000 lines of > and one word': () => `${head()}${'>\r\n'.repeat(20_000)}Thanks!\r\n`,
  'a megabyte of empty lines': () => head() + '\r\n'.repeat(MEGABYTE / 2),
  'a megabyte of stuffed dots': () => head() + '.\r\n'.repeat(MEGABYTE / 3),
  'a megabyte of blanks on one line': () => `${head()}${' '.repeat(MEGABYTE)}x\r\n`,
  'a megabyte of colons': () => `${head()}On 2026-11-23 <a@example.org>${':'.repeat(MEGABYTE)}\r\n> x\r\n`,
  '90,000 empty parts': () => `${multipart('b')}${'--b\r\n\r\n'.repeat(90_000)}--b--\r\n`,
  'a megabyte of parts': () => multipart('b') + '--b\r\n\r\nx\r\n'.repeat(MEGABYTE / 10),
  'parts 1,000 deep': () =>
    `${head('Content-Type: multipart/mixed; boundary=b0')}${Array.from({ length: 1000 }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`).join('')}x\r\n`,
  'parts 16 deep with nothing at their end': () =>
    `${head('Content-Type: multipart/mixed; boundary=b0')}${Array.from({ length: 16 }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`).join('')}${'--x\r\n'.repeat(20_000)}`,
  'HTML 15,000 deep': () => html('<div>'.repeat(15_000) + 'x' + '</div>'.repeat(15_000)),
  '180,000 nested elements': () => html('<div>'.repeat(180_000)),
  'HTML of quotes 15,000 deep': () => html(`${'<blockquote class="gmail_quote">'.repeat(15_000)}x`),
  'HTML that closes what it never opened': () => html('<b><i>'.repeat(40_000) + '</u></s>'.repeat(40_000)),
  'HTML of one tag with 60,000 attributes': () => html(`<p ${'a="b" '.repeat(60_000)}>x</p>`),
  '100,000 header fields': () => `${'X-A: b\r\n'.repeat(100_000)}\r\nHello\r\n`,
  'a header line of a megabyte': () => `Subject: ${'a'.repeat(MEGABYTE)}\r\n\r\nHello\r\n`,
  'a folded header of 40,000 lines': () => `Subject: a${'\r\n a'.repeat(40_000)}\r\n\r\nHello\r\n`,
  '100,000 receivers': () =>
    `To: ${Array.from({ length: 100_000 }, (_, at) => `<a${at}@example.org>`).join(', ')}\r\n\r\nHello\r\n`,
  '120 kB of broken encoded words': () => `Subject: ${'=?utf-8?q?'.repeat(12_000)}\r\n\r\nHello\r\n`,
  '120 kB of encoded words': () => `Subject: ${'=?utf-7?b?K0FHRS0=?= '.repeat(5800)}\r\n\r\nHello\r\n`,
  '120 kB of parameters': () => `${head(`Content-Type: text/plain; ${'a*1*="\\""; '.repeat(10_000)}`)}Hello\r\n`,
  '120 kB of comments': () => `${head(`Content-Transfer-Encoding: ${'('.repeat(120_000)}`)}Hello\r\n`,
  'a megabyte of base64 that is none': () =>
    encoded('base64', '=A==\r\n%%%%%%%%%%%%%%%%%%%%%%%%%%%%\r\n'.repeat(26_000)),
  'a megabyte of quoted-printable that is none': () => encoded('quoted-printable', '=  =ZZ==3D=\t '.repeat(80_000)),
  'a megabyte in UTF-7': () => `${head('Content-Type: text/plain; charset=utf-7')}${'+AAA-+ '.repeat(145_000)}`,
  'a megabyte of escapes': () => head() + '\u001B$B\u001B(B'.repeat(MEGABYTE / 6),
  'a line in front of a quote that goes on and on': () => `${head()}${'On 1 a@b '.repeat(110_000)}wrote:\r\n> x\r\n`,
};

const MEGABYTE = 1_000_000;

function head(...fields: string[]): string {
  return `From: mallory@example.org\r\nSubject: x\r\nMessage-ID: <m@example.org>\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;
}

function multipart(boundary: string): string {
  return head(`Content-Type: multipart/mixed; boundary=${boundary}`);
}

function html(body: string): string {
  return head('Content-Type: text/html') + body.replaceAll(/.{900}/g, '$&\r\n');
}

function encoded(encoding: string, body: string): string {
  return `${head('Content-Type: text/plain', `Content-Transfer-Encoding: ${encoding}`)}${body}`;
}
