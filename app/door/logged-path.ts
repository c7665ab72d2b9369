/** An address without what would let its reader in. */
export function loggedPath(path: string): string {
  return path.replace(/(\/confirmation\/).+/, '$1*');
}
