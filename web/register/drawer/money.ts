import { useRegisterState } from '../context.tsx';

/** The currency and time zone of the register's site, and the decimals of its smallest amount. */
export function useMoney() {
  const { menu } = useRegisterState();
  return {
    currency: menu?.site.currency ?? 'USD',
    units: menu?.site.minor_units ?? 2,
    zone: menu?.site.timezone ?? 'UTC',
  };
}
