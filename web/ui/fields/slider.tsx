import styles from './slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly valueText: string;
}

export function Slider({ label, value, onChange, min, max, step, valueText }: SliderProps) {
  return (
    <input
      className={styles.slider}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={max <= min}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
