import { useEffect, useEffectEvent } from 'react';

type Events = WindowEventMap & DocumentEventMap;

export function useListener<Type extends keyof Events>(
  target: Window | Document,
  type: Type,
  onEvent: (event: Events[Type]) => void,
  isActive = true,
  phase: 'bubble' | 'capture' = 'bubble',
): void {
  const hear = useEffectEvent(onEvent);
  useEffect(() => {
    if (!isActive) return undefined;
    const listen = (event: Event): void => hear(event as Events[Type]);
    const isCapture = phase === 'capture';
    target.addEventListener(type, listen, isCapture);
    return () => target.removeEventListener(type, listen, isCapture);
  }, [target, type, isActive, phase]);
}
