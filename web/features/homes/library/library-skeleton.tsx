import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import contents from './library.module.css';
import place from './section.module.css';

const widths = [40, 30, 50, 40, 60, 30] as const;

/** The categories that are on their way. */
export function CategoriesSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <ul className={contents.contents} aria-hidden="true">
        {widths.map((width, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars that never change
          <li key={nth}>
            <div className={contents['contents-row']}>
              <span className={contents['contents-text']}>
                <Skeleton shape="title" width={width} />
              </span>
              <span className={contents['contents-text']}>
                <Skeleton width={50} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A category's rows that are on their way, under its title. */
export function SectionSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <Skeleton shape="display" width={30} />
      <ul className={place.reading} aria-hidden="true">
        {widths.map((width, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars that never change
          <li className={place.row} key={nth}>
            <Skeleton width={width} />
            <span className={place.cell}>
              <Skeleton width={75} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
