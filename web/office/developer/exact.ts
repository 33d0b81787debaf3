import type { Id, Passbell } from '#clients/typescript/index.ts';
import { connect, type Tokens } from '../../shared/client.ts';

/** The text of the answer to a call, every number as it was written. */
export async function exactText(
  company: Id,
  tokens: Tokens,
  ask: (passbell: Passbell) => Promise<unknown>,
): Promise<string> {
  let text = '';
  const listening = connect(company, tokens, {
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      text = await answer.clone().text();
      return answer;
    },
  });
  await ask(listening);
  return text;
}
