import type { Computed, Stored } from '../shape/shape.ts';
import { view } from '../shape/view.ts';
import * as shapes from './shape.ts';

/** A token with the refresh token that gets the next one, where there is one. */
export const tokenView = view(
  shapes.TOKEN,
  (_token: Stored<typeof shapes.TOKEN>, refresh_token: string | undefined) => ({ refresh_token }),
);

/** The fields of a token that introspection shows; none of a token that is not good. */
export type TokenFacts = Stored<typeof shapes.TOKEN_FACTS> & Computed<typeof shapes.TOKEN_FACTS>;
export const tokenFactsView = view(shapes.TOKEN_FACTS, (facts: TokenFacts) => facts);

/** An add-on that is connected to the company. */
export const grantView = view(shapes.GRANT, (grant: shapes.ListedGrant) => {
  const { used_at: made, last_used_at: called } = grant;
  return {
    addon: {
      id: grant.addon_id,
      name: grant.addon_name,
      company: { id: grant.maker_id, name: grant.maker_name },
    },
    scopes: JSON.parse(grant.scopes) as shapes.Scopes,
    user: { id: grant.user_id, email: grant.user_email, name: grant.user_name },
    last_used_at: called !== null && called > made ? called : made,
  };
});
