/** True when sites sell in different currencies, whose amounts are never added. */
export function sellsInSeveral({
  sites,
}: {
  readonly sites: readonly { readonly currency: string }[];
}): boolean {
  return new Set(sites.map((site) => site.currency)).size > 1;
}
