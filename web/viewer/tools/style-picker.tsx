import { ChevronDown } from 'lucide-react';
import { Button, DialogTrigger } from 'react-aria-components';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { type InkColour, inkColours } from '#web/viewer/annotations/ink-colours.ts';
import type { ToolState } from './tools.ts';
import styles from './viewer-tools.module.css';

const widthMin = 0.5;
const widthMax = 12;
/** Minimum opacity, because fainter annotations would be hard to find. */
const opacityMin = 0.2;

export function StylePicker({ held }: { readonly held: ToolState }) {
  const { style, hasWidth, restyle } = held;
  return (
    <DialogTrigger>
      <Button
        className={`${styles.tool} ${styles['tool-colour']}`}
        aria-haspopup="dialog"
        aria-label={`Colour, ${style.colour}`}
      >
        <span className={styles['ink-dot']} style={{ background: inkColours[style.colour] }} />
        <Icon of={ChevronDown} size="s" />
      </Button>
      <Popover aria-label="Colour" placement="bottom">
        <StyleFields
          colour={inkColours[style.colour]}
          opacity={style.opacity}
          width={hasWidth ? style.width : undefined}
          onColour={(_, name) => restyle({ colour: name })}
          onOpacity={(opacity) => restyle({ opacity })}
          onWidth={(width) => restyle({ width })}
        />
      </Popover>
    </DialogTrigger>
  );
}

interface StyleFieldsProps extends ColourRowProps {
  readonly opacity: number;
  /** Points. Undefined if the annotation has no line. */
  readonly width: number | undefined;
  readonly onOpacity: (opacity: number) => void;
  readonly onWidth: (width: number) => void;
}

export function StyleFields({ opacity, width, onOpacity, onWidth, ...colour }: StyleFieldsProps) {
  return (
    <div className={styles['style-fields']}>
      <ColourRow {...colour} />
      {width !== undefined && (
        <StyleField
          label="Width"
          min={widthMin}
          max={widthMax}
          step={0.5}
          value={Math.min(widthMax, width)}
          valueText={`${width} points`}
          onChange={onWidth}
        />
      )}
      <StyleField
        label="Opacity"
        min={opacityMin}
        max={1}
        step={0.1}
        value={opacity}
        valueText={`${Math.round(opacity * 100)}%`}
        onChange={onOpacity}
      />
    </div>
  );
}

function StyleField(props: Parameters<typeof Slider>[0]) {
  return (
    <div className={styles['style-field']}>
      <span aria-hidden="true">{props.label}</span>
      <Slider {...props} />
    </div>
  );
}

interface ColourRowProps {
  /** May differ from the colours on offer, because another program may have set it. */
  readonly colour: string | undefined;
  readonly onColour: (colour: string, name: InkColour) => void;
}

export function ColourRow({ colour, onColour }: ColourRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; choosing acts at once
    <div className={styles['ink-row']} role="group" aria-label="Colour">
      {(Object.keys(inkColours) as InkColour[]).map((each) => (
        <Button
          key={each}
          className={`${styles.tool} ${styles['tool-ink']}`}
          aria-label={each.charAt(0).toUpperCase() + each.slice(1)}
          aria-pressed={inkColours[each] === colour}
          onPress={() => onColour(inkColours[each], each)}
        >
          <span className={styles['ink-dot']} style={{ background: inkColours[each] }} />
        </Button>
      ))}
    </div>
  );
}
