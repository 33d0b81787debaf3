/** Where chance comes from: secrets and request ids. Given as a parameter, like time. */
export interface Random {
  bytes(count: number): Buffer;
}
