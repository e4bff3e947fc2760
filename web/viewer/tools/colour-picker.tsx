import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components';
import { Icon } from '../../ui/icon.tsx';
import { Popover, PopoverTrigger } from '../../ui/overlays/popover.tsx';
import { type InkColour, inkColourNames, inkColourOrder, inkColours } from '../marks/ink-colours.ts';
import styles from './viewer-tools.module.css';

interface ColourPickerProps {
  readonly colour: InkColour;
  readonly onChoose: (colour: InkColour) => void;
}

export function ColourPicker({ colour, onChoose }: ColourPickerProps) {
  return (
    <PopoverTrigger>
      <Button
        className={`${styles.tool} ${styles['tool-colour']}`}
        aria-label={`Colour, ${inkColourNames[colour].toLowerCase()}`}
      >
        <InkDot colour={colour} />
        <Icon of={ChevronDown} size="s" />
      </Button>
      <Popover aria-label="Colour" placement="bottom">
        {(close) => (
          <ColourRow
            colour={colour}
            onChoose={(chosen) => {
              onChoose(chosen);
              close();
            }}
          />
        )}
      </Popover>
    </PopoverTrigger>
  );
}

/** The six inks side by side. */
export function ColourRow({ colour, onChoose }: ColourPickerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; choosing acts at once
    <div className={styles['ink-row']} role="group" aria-label="Colour">
      {inkColourOrder.map((each) => (
        <Button
          key={each}
          className={`${styles.tool} ${styles['tool-ink']}`}
          aria-label={inkColourNames[each]}
          aria-pressed={each === colour}
          onPress={() => onChoose(each)}
        >
          <InkDot colour={each} />
        </Button>
      ))}
    </div>
  );
}

function InkDot({ colour }: { readonly colour: InkColour }) {
  return <span className={styles['ink-dot']} style={{ background: inkColours[colour] }} />;
}
