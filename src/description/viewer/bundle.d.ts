/** What swagger-ui-bundle.js leaves in the page. */
declare const SwaggerUIBundle: typeof import('swagger-ui-dist').SwaggerUIBundle;
