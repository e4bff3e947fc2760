export const viewportPollPause = 100;
export const viewportWaitMax = 10_000;

/** Waits until the size is stable, up to 10 s, because fitting too early would make the page jump. */
export async function waitForStableSize(element: Element, signal: AbortSignal): Promise<void> {
  let before = sizeOf(element);
  for (let waited = 0; waited < viewportWaitMax && !signal.aborted; waited += viewportPollPause) {
    await new Promise((resolve) => setTimeout(resolve, viewportPollPause));
    const now = sizeOf(element);
    if (now.width > 0 && now.width === before.width && now.height === before.height) return;
    before = now;
  }
}

function sizeOf(element: Element): { readonly width: number; readonly height: number } {
  return { width: element.clientWidth, height: element.clientHeight };
}
