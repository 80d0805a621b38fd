// The start page: what the service is for, and the two ways in.
import { Group, Title } from '@mantine/core';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { homeTexts } from '../../texts/shell.ts';

export function HomePage() {
  return (
    <div className="hero">
      <div>
        <PageHeading title={homeTexts.title} pageTitle={homeTexts.pageTitle} lead={homeTexts.lead} />
        <Group>
          <PageButton to={pagePaths.verify} size="lg">
            {homeTexts.verify}
          </PageButton>
          <PageButton to={pagePaths.register} size="lg" variant="default">
            {homeTexts.register}
          </PageButton>
        </Group>
      </div>
      <div className="three">
        {homeTexts.points.map(({ title, words }) => (
          <section className="panel" key={title}>
            <Title order={2} size="h3">
              {title}
            </Title>
            <p className="quiet">{words}</p>
          </section>
        ))}
      </div>
    </div>
  );
}
