import {
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { useListener } from './use-listener.ts';

interface PartProps {
  /** Also called if the code could not be loaded. */
  readonly onClose?: (() => void) | undefined;
}

let reportFailure: (error: unknown) => void = console.error;

/** Sets how failures are reported, because the kit has no error message of its own. */
export function onPartFailure(report: (error: unknown) => void): void {
  reportFailure = report;
}

/** Marks style sheets that could not be loaded. Errors of resources do not bubble. */
export function markLostStyles(): void {
  const mark = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.lost = '';
  };
  document.addEventListener('error', mark, { capture: true });
}

/** Vite requests each style sheet only once, even if it could not be loaded. Other parts may share it. */
async function loadLostStyles(): Promise<void> {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[data-lost]')];
  const loading = lost.map((link) => {
    const again = link.cloneNode() as HTMLLinkElement;
    delete again.dataset.lost;
    const loaded = new Promise((resolve, reject) => {
      again.onload = resolve;
      again.onerror = () => reject(new TypeError(`Failed to load ${again.href}`));
    });
    link.replaceWith(again);
    return loaded;
  });
  await Promise.all(loading);
}

function FailedPart({ onClose }: PartProps) {
  // In an effect, because it changes the state of the parent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure
  useEffect(() => {
    onClose?.();
  }, []);
  return null;
}

type PropsOf<Component> = Component extends FunctionComponent<infer Props> ? Props : never;

/**
 * Renders the fallback until its code has loaded. After a failure, the code is loaded again at the next mount, or when
 * the network returns.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
): FunctionComponent<PropsOf<Module[Name]> & PartProps> {
  const begin = (): LazyExoticComponent<FunctionComponent<PartProps>> =>
    lazy(async () => {
      try {
        await loadLostStyles();
        return { default: (await load())[name] as FunctionComponent<PartProps> };
      } catch (error) {
        reportFailure(error);
        latest = begin();
        return { default: FailedPart };
      }
    });
  let latest = begin();
  return (props) => {
    const [Part, setPart] = useState(() => latest);
    useListener(window, 'online', () => setPart(() => latest));
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
