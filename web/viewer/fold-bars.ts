/** CSS pixels of scrolling in one direction after which the bars hide or reappear. */
const foldAfter = 24;
/** Distances from the top and the bottom within which the bars are always visible, in CSS pixels. */
const nearTop = 8;
const nearEnd = 240;
/** Milliseconds after the bars hide or reappear during which scrolling does not count, because the bars cause it. */
const settlesMs = 300;
/** Bars are not fixed in windows below this height, in CSS pixels. */
const shortMax = 400;
/** Hides bars on scrolling down. Shows them on scrolling up, at both ends, on clicks and on key presses. */
export function foldBars(frame: HTMLDivElement): () => void {
  const ended = new AbortController();
  let isByPointer = false;
  let lastTop = 0;
  let turnedAt = 0;
  let changedMs = Number.NEGATIVE_INFINITY;

  const set = (folds: boolean): void => {
    if (folds === frame.hasAttribute('data-folded')) return;
    frame.toggleAttribute('data-folded', folds);
    changedMs = performance.now();
  };
  const unfold = (): void => {
    isByPointer = false;
    set(false);
  };
  const scrolled = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement) || target.closest('[data-stage]') === null) return;
    const { scrollTop, scrollHeight, clientHeight } = target;
    const isDown = scrollTop > lastTop;
    if (isDown !== lastTop > turnedAt) turnedAt = lastTop;
    lastTop = scrollTop;
    if (performance.now() - changedMs < settlesMs) turnedAt = scrollTop;
    else if (scrollTop < nearTop || scrollTop + clientHeight > scrollHeight - nearEnd) set(false);
    else if (!isDown && turnedAt - scrollTop > foldAfter) set(false);
    else if (isDown && scrollTop - turnedAt > foldAfter && isByPointer && fillsWindow(frame) && !isInUse(frame))
      set(true);
  };
  const turned = (): void => {
    isByPointer = true;
  };
  let finger: Touch | undefined;
  const touched = ({ touches }: TouchEvent): void => {
    finger = touches[0];
    isByPointer = false;
  };
  // Ignores pinches, which zoom, and swipes, which turn the page.
  const drawn = ({ touches }: TouchEvent): void => {
    const [now] = touches;
    if (!finger || !now || touches.length > 1) return;
    isByPointer = Math.abs(now.clientY - finger.clientY) > Math.abs(now.clientX - finger.clientX);
  };
  const pressed = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('[data-stage]') !== null) set(false);
  };
  const options = { capture: true, passive: true, signal: ended.signal };
  frame.addEventListener('scroll', scrolled, options);
  frame.addEventListener('wheel', turned, options);
  frame.addEventListener('touchstart', touched, options);
  frame.addEventListener('touchmove', drawn, options);
  frame.addEventListener('click', pressed, options);
  // In a short window, bars take half the height, so keys that scroll hide them too.
  const keyed = ({ key }: KeyboardEvent): void => {
    if (window.innerHeight < shortMax && /^(Arrow(Up|Down)|Page|Home|End| )/.test(key)) turned();
    else unfold();
  };
  frame.ownerDocument.addEventListener('keydown', keyed, options);
  let width = window.innerWidth;
  const resized = (): void => {
    if (window.innerWidth !== width) unfold();
    width = window.innerWidth;
  };
  window.addEventListener('resize', resized, options);
  return () => ended.abort();
}

const fillsWindow = (frame: HTMLElement): boolean => frame.offsetWidth === frame.parentElement?.offsetWidth;

function isInUse(frame: HTMLElement): boolean {
  return frame.querySelector('[data-viewer-bar] :focus-visible, [data-viewer-tray]') !== null;
}
