import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { foldedWords } from '#domain/find-in-text.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useSwitchBoard } from './board-switcher.tsx';
import styles from './command-menu.module.css';
import { useFollowAddress } from './follow-link.ts';
import { newEntries } from './new-menu.tsx';
import { rolesOf } from './roles.ts';
import { foundLines, useTypedSearch } from './search-results.ts';
import { sidebarEntries } from './sidebar-entries.ts';

const shownOfEach = 3;

interface Command {
  readonly id: string;
  readonly label: string;
  readonly meta?: string | undefined;
  readonly run: () => void;
}
interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
}

export function CommandMenu({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="m" bare title="Go to anything">
      <Commands onClose={onClose} />
    </Dialog>
  );
}

function Commands({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const groups = useCommands(text);
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.min(active, commands.length - 1);
  const run = (command: Command): void => {
    onClose();
    command.run();
  };
  const move = (to: number): void => {
    setActive(to);
    document.getElementById(`${id}-${commands[to]?.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = commands[at];
    if (event.key === 'ArrowDown') move((at + 1) % commands.length);
    else if (event.key === 'ArrowUp') move((at + commands.length - 1) % commands.length);
    else if (event.key === 'Enter' && chosen !== undefined) run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.menu}>
      <div className={styles.field}>
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          aria-label="Go to"
          aria-expanded={commands.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          autoComplete="off"
          {...(commands[at] && { 'aria-activedescendant': `${id}-${commands[at].id}` })}
          placeholder="Go to a screen, a person, a meeting…"
          // biome-ignore lint/a11y/noAutofocus: the dialog consists of this field
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <CommandList id={id} groups={groups} chosen={commands[at]} onRun={run} />
      <p className={styles.none} role="status">
        {commands.length === 0 ? 'No results.' : ''}
      </p>
    </div>
  );
}

interface CommandListProps {
  readonly id: string;
  readonly groups: readonly CommandGroup[];
  readonly chosen: Command | undefined;
  readonly onRun: (command: Command) => void;
}

function CommandList({ id, groups, chosen, onRun }: CommandListProps) {
  return (
    <div id={id} role="listbox" aria-label="Places" className={styles.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group.label} role="group" aria-label={group.label}>
          <p className={styles.heading} aria-hidden="true">
            {group.label}
          </p>
          {group.commands.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
            <div
              key={command.id}
              id={`${id}-${command.id}`}
              role="option"
              aria-selected={command.id === chosen?.id}
              className={styles.option}
              onClick={() => onRun(command)}
            >
              <span>{command.label}</span>
              {command.meta !== undefined && <span className={styles.meta}>{command.meta}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function useCommands(text: string): readonly CommandGroup[] {
  const { user, boards, current_board_id } = useStart();
  const board = useBoard();
  const go = useFollowAddress();
  const change = useSwitchBoard();
  const { asked, data } = useTypedSearch('everything', text);
  const roles = rolesOf(user);
  const { main, groups } = sidebarEntries(roles, board);
  const to = (id: string, label: string, href: string, meta?: string): Command => ({
    id,
    label,
    meta,
    run: () => go(href),
  });
  const screens = [...main, ...groups.flatMap((group) => group.entries)].map(({ key, label, href }) =>
    to(key, label, href),
  );
  const own = [
    to('waiting', shellLabels.waiting, paths.waiting()),
    to('account', 'My Account', paths.account()),
    ...(user?.boardInfo && user.slug !== null ? [to('profile', 'My profile', paths.personEdit(user.slug))] : []),
    to('marks', 'My marks', paths.libraryMarks()),
  ];
  const made = newEntries(roles).map(({ key, label, href }) => to(`new-${key}`, `New ${label.toLowerCase()}`, href));
  const others = boards
    .filter((each) => each.board_info.board_id !== current_board_id && !each.suspended)
    .map((each) => ({ id: each.board_info.board_id, label: each.title, run: () => change(each) }));
  const found = data === undefined ? [] : foundLines(data, asked ?? '', shownOfEach);
  return [
    { label: 'Screens', commands: matching([...screens, ...own], text) },
    { label: 'New', commands: matching(made, text) },
    { label: 'Boards', commands: matching(others, text) },
    ...found.map(({ label, lines }) => ({
      label,
      commands: lines.map((line) =>
        to(line.id, line.title.map((piece) => piece.text).join(''), line.href, line.meta ?? undefined),
      ),
    })),
  ].filter((group) => group.commands.length > 0);
}

function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldedWords(text).split(' ');
  return commands.filter(({ label }) => words.every((word) => foldedWords(label).includes(word)));
}
