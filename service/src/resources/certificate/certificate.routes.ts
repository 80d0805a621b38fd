// GET /certificate/:token: the public certificate as a page that needs neither an account nor
// JavaScript (docs/specification).
import { Type } from 'typebox';
import { defineRoute, pages, type Route } from '../../http/define-route.ts';
import { archiveErrors, ServiceError } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import type { CertificateService } from './certificate.service.ts';
import { type CertificatePage, certificatePage, refusalPage } from './certificate-page.ts';

export function certificateRoutes(certificates: CertificateService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/certificate/:token',
      resource: pages,
      summary: 'Show the certificate of a record, by token or ID',
      access: { caller: 'public' },
      feature: null,
      limit: 'public',
      anyOrigin: false,
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      success: { status: 200, schema: Type.String(), contentType: 'text/html; charset=utf-8' },
      errors: archiveErrors,
      handler: async ({ params }) => {
        try {
          return answer(certificatePage(await certificates.find(params.token), certificates.publicUrl), 200);
        } catch (problem) {
          if (!(problem instanceof ServiceError) || problem.status >= 500) throw problem;
          return answer(refusalPage(problem.code, certificates.publicUrl), problem.status);
        }
      },
    }),
  ];
}

function answer({ page, policy }: CertificatePage, status: number) {
  return answerWith(page, { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }, status);
}
