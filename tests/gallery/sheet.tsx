import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import sectionStyles from '#web/ui/rows/section.module.css';
import styles from './gallery.module.css';

/** One part of the reference sheet. */
export function KitSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['kit-section']} aria-label={title}>
      <h2 className={sectionStyles['section-title']}>{title}</h2>
      <div className={styles['kit-body']}>{children}</div>
    </section>
  );
}

export function KitLine({ top = false, children }: { readonly top?: boolean; readonly children: ReactNode }) {
  return <div className={clsx(styles['kit-line'], top && styles['kit-line-top'])}>{children}</div>;
}

export function KitCell({ children }: { readonly children: ReactNode }) {
  return <div className={styles['kit-cell']}>{children}</div>;
}

/** As wide as a field on a form. */
export function KitField({ children }: { readonly children: ReactNode }) {
  return <div className={styles['kit-field']}>{children}</div>;
}

interface InStateProps {
  readonly state: 'hovered' | 'pressed' | 'focus-visible' | 'focused' | 'drop-target' | 'dragging';
  /** Which element inside takes the state; the first child without it. */
  readonly target?: string;
  readonly children: ReactNode;
}

/** Shows a component in a state that otherwise needs a hand on it. */
export function InState({ state, target, children }: InStateProps) {
  const wrapper = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = target === undefined ? wrapper.current?.firstElementChild : wrapper.current?.querySelector(target);
    element?.setAttribute(`data-${state}`, 'true');
  });
  return (
    <span ref={wrapper} className={styles['kit-state']}>
      {children}
    </span>
  );
}
