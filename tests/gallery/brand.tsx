import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Mark } from '#web/ui/brand/mark.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import agenda from '#web/ui/meeting/agenda-view.module.css';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import meetingHead from '#web/ui/meeting/meeting-head.module.css';
import dialog from '#web/ui/overlays/dialog.module.css';
import page from '#web/ui/page.module.css';
import section from '#web/ui/rows/section.module.css';
import styles from './gallery.module.css';
import { KitCell, KitLine, KitSection } from './sheet.tsx';

const CHIPS = [
  ['paper', 'paper-deep', 'surface', 'raised', 'line', 'line-strong', 'line-control'],
  ['ink', 'ink-2', 'ink-3', 'positive', 'caution', 'negative'],
  ['board', 'board-ink', 'board-tint'],
];

const BOARDS: readonly (readonly [string, string])[] = [
  ['#124e52', 'Harbour'],
  ['#e2b53e', 'Ochre'],
  ['#fff2a8', 'Pale yellow'],
  ['#f4c9d6', 'Rose'],
  ['#8fd3c1', 'Mint'],
  ['#777777', 'Mid grey'],
  ['#c2410c', 'Brick'],
  ['#1f3a6e', 'Navy'],
  ['#000000', 'Black'],
  ['#ffffff', 'White'],
];

const LOGO =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23124e52'/%3E%3Ccircle cx='4' cy='5' r='2' fill='%23fff'/%3E%3C/svg%3E";

export function BrandSections() {
  return (
    <>
      <KitSection title="Mark">
        <KitLine>
          <Mark />
          <Mark size="l" />
          <BoardMark title="Harbour Street" size="s" />
          <BoardMark title="Harbour Street" />
          <BoardMark title="Citadel Hospice" colour="#1f3a6e" />
          <BoardMark title="Harbour Street" size="l" />
          <BoardMark title="Harbour Street" size="l" logoUrl={LOGO} labelled />
        </KitLine>
      </KitSection>
      <KitSection title="Colour">
        {CHIPS.map((line) => (
          <KitLine key={line[0]}>
            {line.map((name) => (
              <KitCell key={name}>
                <span className={clsx(styles['kit-chip'], styles[`chip-${name}`])} />
                <span className="meta">{name}</span>
              </KitCell>
            ))}
          </KitLine>
        ))}
      </KitSection>
      <KitSection title="Any board colour">
        <KitLine top>
          {BOARDS.map(([colour, name]) => (
            <div
              key={colour}
              className={clsx(styles['kit-cell'], 'board-scope')}
              style={{ '--board': colour } as CSSProperties}
            >
              <DateBlock size="s" weekday="Thu" day={19} month="Nov" dateTime="2026-11-19" />
              <Button variant="primary" size="s">
                Publish
              </Button>
              <TextLink href="#">{name}</TextLink>
            </div>
          ))}
        </KitLine>
      </KitSection>
      <KitSection title="Type">
        <p className={meetingHead['meeting-title']}>November Board Meeting</p>
        <p className={page['page-title']}>Page title</p>
        <p className={dialog['dialog-title']}>Dialog title</p>
        <p className={agenda['agenda-title']}>Agenda item title</p>
        <p className={agenda['agenda-presenter']}>Presenter, in italics</p>
        <p className={section['section-title']}>Section title</p>
        <p>
          Body and controls, 15 pixels. <TextLink href="#">A link in text</TextLink>.{' '}
          <span className="muted">Secondary text.</span> <span className="meta">Meta text, 13 pixels, 11/12/26</span>
        </p>
      </KitSection>
    </>
  );
}
