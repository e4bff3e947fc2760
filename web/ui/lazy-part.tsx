import { type ComponentType, lazy, Suspense } from 'react';

/** Renders nothing until its code has loaded. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Module[Name] {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType }));
  const part: ComponentType = (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  return part as Module[Name];
}
