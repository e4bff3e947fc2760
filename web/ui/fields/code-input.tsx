import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { Group } from 'react-aria-components';
import styles from './code-input.module.css';

export type CodeCells = readonly string[];

export const emptyCells = (count: number): CodeCells => Array.from({ length: count }, () => '');

interface Filled {
  readonly cells: CodeCells;
  readonly focus: number;
}

/** A complete code replaces all cells, whatever `from` is. */
export function fillCells(cells: CodeCells, from: number, characters: string): Filled {
  const begin = characters.length >= cells.length ? 0 : from;
  const end = Math.min(begin + characters.length, cells.length);
  const filled = cells.map((cell, index) => (index >= begin && index < end ? characters.charAt(index - begin) : cell));
  return { cells: filled, focus: Math.min(end, cells.length - 1) };
}

export function eraseCell(cells: CodeCells, index: number): Filled {
  const at = cells[index] === '' ? Math.max(index - 1, 0) : index;
  return { cells: cells.map((cell, each) => (each === at ? '' : cell)), focus: at };
}

export const isFull = (cells: CodeCells): boolean => cells.every((cell) => cell !== '');

export interface CodeInputProps {
  readonly label: string;
  readonly cells: CodeCells;
  readonly onChange: (cells: CodeCells) => void;
  readonly onFull?: ((code: string) => void) | undefined;
  readonly clean: (text: string) => string;
  readonly isReadOnly?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<{ focus(): void }> | undefined;
}

export function CodeInput(props: CodeInputProps) {
  const { label, cells, onChange, onFull, clean, isReadOnly = false, isInvalid = false, autoFocus = false } = props;
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number): void => {
    const input = inputs.current[index];
    input?.focus();
    input?.select();
  };
  useImperativeHandle(props.ref, () => ({ focus: () => focus(0) }));

  const take = (next: { readonly cells: CodeCells; readonly focus: number }): void => {
    if (isReadOnly) return;
    onChange(next.cells);
    focus(next.focus);
    if (isFull(next.cells)) onFull?.(next.cells.join(''));
  };
  const type = (index: number, value: string): void => {
    if (value === '') {
      take({ cells: cells.map((cell, each) => (each === index ? '' : cell)), focus: index });
      return;
    }
    const typed = clean(value.replace(cells[index] ?? '', ''));
    if (typed !== '') take(fillCells(cells, index, typed));
  };
  const paste = (index: number, event: ClipboardEvent): void => {
    event.preventDefault();
    const pasted = clean(event.clipboardData.getData('text'));
    if (pasted !== '') take(fillCells(cells, index, pasted));
  };
  const press = (index: number, event: KeyboardEvent): void => {
    const last = cells.length - 1;
    const goal = goals[event.key]?.(index, last);
    if (goal === undefined && event.key !== 'Backspace') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (goal === undefined) take(eraseCell(cells, index));
    else focus(Math.min(Math.max(goal, 0), last));
  };

  return (
    <Group className={styles['code-input'] ?? ''} aria-label={label}>
      {cells.map((cell, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
          key={index}
          ref={(input) => {
            inputs.current[index] = input;
          }}
          aria-label={`Digit ${index + 1}`}
          aria-invalid={isInvalid || undefined}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          // biome-ignore lint/a11y/noAutofocus: the page asks for nothing but the code.
          autoFocus={autoFocus && index === 0}
          readOnly={isReadOnly}
          value={cell}
          onChange={(event) => type(index, event.target.value)}
          onPaste={(event) => paste(index, event)}
          onKeyDown={(event) => press(index, event)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </Group>
  );
}

const goals: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_index, last) => last,
};
