/** pdf.js has no type for form fields. */
export interface FieldAnnotation {
  readonly subtype: string;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: unknown;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly pushButton?: boolean;
  readonly password?: boolean;
  readonly options?: readonly { readonly exportValue: string | null; readonly displayValue: string | null }[];
  /** Annotation flags of ISO 32000-1, 12.5.3. */
  readonly annotationFlags?: number;
}

export const isHiddenAnnotation = ({ annotationFlags = 0 }: Pick<FieldAnnotation, 'annotationFlags'>): boolean =>
  (annotationFlags & 0b100010) !== 0;

export function fieldValueText({ fieldValue, ...field }: FieldAnnotation): string {
  if (field.pushButton || field.password) return '';
  if (field.checkBox) return fieldValue !== 'Off' && fieldValue === field.exportValue ? 'Yes' : '';
  if (field.radioButton) return fieldValue === field.buttonValue && typeof fieldValue === 'string' ? fieldValue : '';
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((each) => typeof each === 'string');
  const nameOf = (value: string) => field.options?.find(({ exportValue }) => exportValue === value)?.displayValue;
  return values.map((value) => nameOf(value) ?? value).join(', ');
}

export function fieldText(field: FieldAnnotation): string {
  if (field.subtype !== 'Widget' || isHiddenAnnotation(field)) return '';
  const value = fieldValueText(field).trim();
  const isButton = field.checkBox || field.radioButton;
  return value !== '' && isButton ? `${field.alternativeText || field.fieldName || ''}: ${value}` : value;
}
