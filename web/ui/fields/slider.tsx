import styles from './slider.module.css';

interface SliderProps {
  /** Spoken. */
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** What is spoken of the value, such as `150%`. */
  readonly valueText: string;
}

/** One value between two ends, by pointer or arrow keys. Nothing to slide where the ends meet. */
export function Slider({ label, value, onChange, min, max, step, valueText }: SliderProps) {
  return (
    <input
      className={styles.slider}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      {...{ min, max, step, value }}
      disabled={max <= min}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
