import { useMediaQuery } from '@mantine/hooks';

/** Where there is no room for two things beside each other; register.css has the same sizes. */
const PHONE = '(max-width: 780px), (max-height: 480px)';

/** Whether the window is as small as a phone's. */
export function usePhone(): boolean {
  return useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false;
}
