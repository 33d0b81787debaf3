import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus on the page: where the element that had it is gone, the dialog on top takes it, else `home`. So the
 * keyboard goes on where the eyes are, and a scanner is heard.
 */
export function useFocusKept(home: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const look = () => {
      const { activeElement, body } = document;
      if (activeElement !== null && activeElement !== body) return;
      const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog]');
      (dialogs.item(dialogs.length - 1) ?? home.current)?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(look);
    const attributes = { attributes: true, attributeFilter: ['disabled'] };
    watch.observe(document.body, { childList: true, subtree: true, ...attributes });
    look();
    return () => watch.disconnect();
  }, [home]);
}
