/** Of ALTCHA: find the number of which, behind the salt, the hash is the challenge. */
export interface ProofChallenge {
  readonly algorithm: 'SHA-256';
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** Does the work with what the browser has. @returns what the form sends; undefined where there is no such number */
export async function solveChallenge(given: ProofChallenge): Promise<string | undefined> {
  const { algorithm, challenge, maxnumber, salt, signature } = given;
  const encoder = new TextEncoder();
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = await crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`));
    const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex === challenge) return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  }
  return undefined;
}
