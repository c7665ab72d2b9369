/** Of ALTCHA: find the number of which, behind the salt, the hash is the challenge. */
export interface ProofChallenge {
  readonly algorithm: 'SHA-256';
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** What a form sends of a challenge: without scripts, without the number. */
export function writePayload(challenge: ProofChallenge, number?: number): string {
  return btoa(JSON.stringify({ ...challenge, number }));
}

/** Does the work with what the browser has. @returns what the form sends; undefined where there is no such number */
export async function solveChallenge(given: ProofChallenge): Promise<string | undefined> {
  const { algorithm, challenge, maxnumber, salt } = given;
  const encoder = new TextEncoder();
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = await crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`));
    const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex === challenge) return writePayload(given, number);
  }
  return undefined;
}
