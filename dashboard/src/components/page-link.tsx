// A link or a button to another page of the application.
import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { pagePaths } from '../page-paths.ts';

type PagePath = (typeof pagePaths)[keyof typeof pagePaths];

export function PageLink({ to, children }: { readonly to: PagePath; readonly children: ReactNode }) {
  return (
    <Anchor component={Link} to={to}>
      {children}
    </Anchor>
  );
}

export function PageButton({ to, ...rest }: ButtonProps & { readonly to: PagePath; readonly children: ReactNode }) {
  return <Button component={Link} to={to} {...rest} />;
}
