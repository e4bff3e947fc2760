import {
  type ChainedCommands,
  type Editor,
  EditorContent,
  type JSONContent,
  useEditor,
  useEditorState,
} from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Bold, Heading, Italic, Link, List, ListOrdered, Quote, Redo2, Undo2 } from 'lucide-react';
import { useId, useLayoutEffect, useState } from 'react';
import { validationMessages } from '#domain/messages/general.ts';
import { cleanRichText, type RichText, richLink } from '#domain/rich-text.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Toolbar, ToolbarDivider } from '#web/ui/actions/toolbar.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { cleanPastedHtml } from './pasted-html.ts';
import styles from './rich-text.module.css';

interface LinkDialogProps {
  readonly address: string;
  readonly onClose: () => void;
  readonly onSave: (href: string | null) => void;
}

export function LinkDialog({ address, onClose, onSave }: LinkDialogProps) {
  const [typed, setTyped] = useState(address);
  const [isChecked, setChecked] = useState(false);
  const href = richLink(/^[a-z][a-z+.-]*:/i.test(typed.trim()) ? typed : `https://${typed.trim()}`);
  const isEmpty = typed.trim() === '';
  const isRight = !isEmpty && href !== null;
  const wrong = isEmpty ? validationMessages.required : validationMessages.url;
  const submit = (): void => {
    setChecked(true);
    if (isRight) onSave(href);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Link"
      actionsStart={
        address === '' ? undefined : (
          <Button variant="danger" onPress={() => onSave(null)}>
            Remove link
          </Button>
        )
      }
      submitLabel="Save link"
      onSubmit={submit}
    >
      <TextField
        label="Address"
        inputMode="url"
        placeholder="https://"
        value={typed}
        onChange={setTyped}
        errorMessage={isChecked && !isRight ? wrong : undefined}
      />
    </FormDialog>
  );
}

/** Supports exactly what domain/rich-text.ts accepts. */
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    dropcursor: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: (uri) => richLink(uri) !== null },
  }),
];

interface RichTextFieldProps {
  readonly label: string;
  readonly value: RichText;
  readonly onChange: (text: RichText) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly errorMessage?: string | undefined;
  readonly labelHidden?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly isInline?: boolean | undefined;
}

export function RichTextField(props: RichTextFieldProps) {
  const { label, value, onChange, onBlur, errorMessage, labelHidden = false, autoFocus = false, isInline } = props;
  const id = useId();
  const editor = useEditor({
    extensions,
    // The cast is safe, because the editor does not modify the value.
    content: value as JSONContent,
    autofocus: autoFocus ? 'end' : false,
    // The styles are in our style sheet, because injected ones would lack the page's nonce.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-error`,
        class: styles.written ?? '',
      },
      transformPastedHTML: cleanPastedHtml,
    },
    onUpdate: ({ editor: written }) => onChange(cleanRichText(written.getJSON())),
    onBlur: () => onBlur?.(),
  });
  // The editor's own `focus` command waits for an animation frame. Keys pressed until then would be lost.
  useLayoutEffect(() => {
    if (autoFocus) editor.view.focus();
  }, [editor, autoFocus]);
  return (
    <div className={styles.field}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text itself is reached by Tab; this is what a label does */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <span
        className={labelHidden ? 'visually-hidden' : styles.label}
        id={`${id}-label`}
        onClick={() => {
          editor.view.focus();
          editor.commands.scrollIntoView();
        }}
      >
        {label}
      </span>
      <div
        className={styles.rich}
        data-inline={isInline || undefined}
        {...(errorMessage === undefined ? {} : { 'data-invalid': '' })}
      >
        <div className={styles.tools}>
          <Tools editor={editor} />
        </div>
        <EditorContent editor={editor} />
      </div>
      {errorMessage !== undefined && <ErrorText id={`${id}-error`}>{errorMessage}</ErrorText>}
    </div>
  );
}

function Tools({ editor }: { readonly editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const is = useTextState(editor);
  return (
    <>
      <Toolbar aria-label="Text style">
        <StyleTools editor={editor} is={is} tools={letterTools} />
        <IconButton size="s" icon={Link} aria-label="Link" isSelected={is.link} onPress={() => setLinking(true)} />
        <ToolbarDivider />
        <StyleTools editor={editor} is={is} tools={paragraphTools} />
        <ToolbarDivider />
        <StyleTools editor={editor} is={is} tools={historyTools} />
      </Toolbar>
      {isLinking && (
        <LinkDialog
          address={(editor.getAttributes('link').href as string | undefined) ?? ''}
          onClose={() => setLinking(false)}
          onSave={(href) => {
            setLinking(false);
            saveLink(editor, href);
          }}
        />
      )}
    </>
  );
}

function useTextState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      link: now.isActive('link'),
      heading: now.isActive('heading'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      blockquote: now.isActive('blockquote'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
}

interface ToolsProps {
  readonly editor: Editor;
  readonly is: ReturnType<typeof useTextState>;
}

interface Tool {
  readonly name: keyof ToolsProps['is'];
  readonly icon: IconType;
  readonly label: string;
  readonly shortcut?: string;
  readonly press: (chain: ChainedCommands) => ChainedCommands;
}

const letterTools: readonly Tool[] = [
  { name: 'bold', icon: Bold, label: 'Bold', shortcut: 'Ctrl B', press: (text) => text.toggleBold() },
  { name: 'italic', icon: Italic, label: 'Italic', shortcut: 'Ctrl I', press: (text) => text.toggleItalic() },
];

const paragraphTools: readonly Tool[] = [
  { name: 'heading', icon: Heading, label: 'Heading', press: (text) => text.toggleHeading({ level: 2 }) },
  { name: 'bulletList', icon: List, label: 'List', press: (text) => text.toggleBulletList() },
  { name: 'orderedList', icon: ListOrdered, label: 'Numbered list', press: (text) => text.toggleOrderedList() },
  { name: 'blockquote', icon: Quote, label: 'Quote', press: (text) => text.toggleBlockquote() },
];

const historyTools: readonly Tool[] = [
  { name: 'undo', icon: Undo2, label: 'Undo', shortcut: 'Ctrl Z', press: (text) => text.undo() },
  { name: 'redo', icon: Redo2, label: 'Redo', shortcut: 'Ctrl Y', press: (text) => text.redo() },
];

function StyleTools({ editor, is, tools }: ToolsProps & { readonly tools: readonly Tool[] }) {
  return tools.map(({ name, icon, label, shortcut, press }) => (
    <IconButton
      key={name}
      size="s"
      icon={icon}
      aria-label={label}
      shortcut={shortcut}
      {...(name === 'undo' || name === 'redo' ? { isDisabled: !is[name] } : { isSelected: is[name] })}
      onPress={() => {
        editor.view.focus();
        press(editor.chain()).scrollIntoView().run();
      }}
    />
  ));
}

function saveLink(editor: Editor, href: string | null): void {
  const isNew = href !== null && editor.state.selection.empty && !editor.isActive('link');
  // This command focuses the text a frame later. Until then, the closing dialog would take the focus back.
  const focused = editor.chain().focus();
  if (isNew) focused.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else if (href === null) focused.extendMarkRange('link').unsetLink().run();
  else focused.extendMarkRange('link').setLink({ href }).run();
}
