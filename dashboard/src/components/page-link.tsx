// A link or a button to another page of the application.
import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { pagePaths } from '../page-paths.ts';

interface PageTarget {
  readonly to: (typeof pagePaths)[keyof typeof pagePaths];
  /** For a path with a parameter: `{ recordId: '…' }`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

export function PageLink({ children, ...target }: PageTarget) {
  return (
    <Anchor component={Link} {...(target as object)}>
      {children}
    </Anchor>
  );
}

export function PageButton({ to, params, search, ...rest }: ButtonProps & PageTarget) {
  return <Button component={Link} {...({ to, params, search } as object)} {...rest} />;
}
