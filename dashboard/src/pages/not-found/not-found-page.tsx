// The page for an address that does not exist.
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { notFoundTexts } from '../../texts/shell.ts';

export function NotFoundPage() {
  return (
    <>
      <PageHeading title={notFoundTexts.title} lead={notFoundTexts.lead} />
      <PageButton to={pagePaths.home}>{notFoundTexts.home}</PageButton>
    </>
  );
}
