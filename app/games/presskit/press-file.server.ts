export function pressFileResponse(file: string, { bytes, type }: { bytes: Buffer; type: string }): Response {
  const headers = {
    'content-type': type,
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${file}"`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}
