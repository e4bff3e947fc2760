import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useController } from 'react-hook-form';
import { contrastRatio, isBoardColor, onBoardColor } from '#domain/board-settings.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import styles from './setup.module.css';
import type { SetupForm } from './setup-form.ts';

const swatches: readonly (readonly [colour: string, name: string])[] = [
  ['#124e52', 'Pine'],
  ['#1f3a6e', 'Navy'],
  ['#5a2a52', 'Plum'],
  ['#7d2a26', 'Brick'],
  ['#8a5a12', 'Ochre'],
  ['#2f5a34', 'Moss'],
  ['#3c3c40', 'Slate'],
  ['#e2b53e', 'Amber'],
];

const typedColour = (text: string): string => {
  const trimmed = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(trimmed) ? `#${trimmed}` : trimmed;
};

const style = (colour: string) => ({ '--board': colour }) as React.CSSProperties;

export function ColourCard({ form }: { readonly form: ContractForm<SetupForm> }) {
  const titleId = useId();
  const { field, fieldState } = useController({ name: 'primary_color', control: form.control });
  const isColour = isBoardColor(field.value);
  const colour = isColour ? field.value : '#3c3c40';
  return (
    <Card>
      <Stack>
        <h2 className={styles['card-title']} id={titleId}>
          Board colour
        </h2>
        <RadioGroup
          className={styles.swatches ?? ''}
          aria-labelledby={titleId}
          value={swatches.some(([known]) => known === field.value) ? field.value : null}
          onChange={field.onChange}
          orientation="horizontal"
        >
          {swatches.map(([each, name]) => (
            <Radio
              key={each}
              value={each}
              aria-label={name}
              className={`${styles.swatch} board-scope`}
              style={style(each)}
            />
          ))}
        </RadioGroup>
        <div className={styles.custom}>
          <input
            type="color"
            className={styles.picker}
            aria-label="Pick a colour"
            value={colour}
            onChange={(event) => field.onChange(event.currentTarget.value)}
          />
          <TextField
            label="Custom"
            value={field.value}
            onChange={(text) => field.onChange(typedColour(text))}
            onBlur={field.onBlur}
            name={field.name}
            ref={field.ref}
            description={isColour ? contrastText(colour) : undefined}
            errorMessage={
              isColour ? fieldState.error?.message : 'Enter # followed by six characters (0–9 or A–F), such as #124e52'
            }
          />
        </div>
        <Preview theme="light" colour={colour} />
        <Preview theme="dark" colour={colour} />
        <p className="meta">
          Any colour works. Text on it stays readable, because each theme adjusts the colour if needed.
        </p>
      </Stack>
    </Card>
  );
}

function contrastText(colour: string): string {
  const textColour = onBoardColor(colour);
  const ratio = Math.floor(contrastRatio(colour, textColour) * 10) / 10;
  return `Text on this colour is ${textColour === '#ffffff' ? 'white' : 'black'}. Contrast ${ratio} to 1.`;
}

function Preview({ theme, colour }: { readonly theme: 'light' | 'dark'; readonly colour: string }) {
  return (
    <figure className={styles.preview} style={{ ...style(colour), colorScheme: theme }} data-preview={theme}>
      <figcaption className="meta">{theme === 'light' ? 'Light theme' : 'Dark theme'}</figcaption>
      <div className={`${styles.sample} board-scope`}>
        <DateBlock weekday="Thursday" day={19} month="November" dateTime="2026-11-19" />
        <div className={styles['sample-body']}>
          <p className={styles['sample-title']}>November Board Meeting</p>
          <p className={styles['sample-row']}>Selected row</p>
          <p className={styles['sample-link']}>A link in the text</p>
          <span className={styles['sample-button']}>Open meeting</span>
        </div>
      </div>
    </figure>
  );
}
