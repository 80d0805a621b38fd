// The heading of a page: sets the title of the page, and takes the focus after a change of page, so
// that a screen reader starts here.
import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { shellTexts } from '../texts/shell.ts';

interface PageHeadingProps {
  readonly title: string;
  /** Default: the title itself. */
  readonly pageTitle?: string;
  readonly lead?: ReactNode;
  /** Buttons next to the title. */
  readonly children?: ReactNode;
}

let isFirstPage = true;

export function PageHeading({ title, pageTitle = title, lead, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${pageTitle} · ${shellTexts.serviceLong}`;
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, [pageTitle]);
  return (
    <div className="page-heading">
      <div className="page-heading-row">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {children}
      </div>
      {lead && <p className="lead">{lead}</p>}
    </div>
  );
}
