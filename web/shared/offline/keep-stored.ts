/**
 * Asks the browser to keep what the screen has stored also when its disk is full; true where it promises that. Most do for an
 * app that was installed, some ask the person.
 */
export async function keepStored(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    // No such promise in this browser, or in a private window.
    return false;
  }
}
