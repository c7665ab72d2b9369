/** Without the token of a confirmation. */
export function loggedPath(path: string): string {
  return path.replace(/(\/confirmation\/).+/, '$1*');
}
