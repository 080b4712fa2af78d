{{- define "sales-pipeline.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "sales-pipeline.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: service
{{- end }}

{{- define "sales-pipeline.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "sales-pipeline.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "sales-pipeline.host" -}}
{{ .Values.ingress.host | default (trimPrefix "https://" .Values.baseUrl | splitList ":" | first) }}
{{- end }}

{{- define "sales-pipeline.claim" -}}
{{ .Values.persistence.existingClaim | default (printf "%s-data" (include "sales-pipeline.name" .)) }}
{{- end }}

{{- /* What a pod of the restricted standard needs. The user is the image's. */ -}}
{{- define "sales-pipeline.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "sales-pipeline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "sales-pipeline.environment" -}}
- name: BASE_URL
  value: {{ .Values.baseUrl | quote }}
# A directory of its own: Kubernetes leaves the volume's open to the group.
- name: DATA_DIR
  value: /data/service
- name: SHUTDOWN_DELAY
  value: {{ .Values.shutdownDelay | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range .Values.secret.keys }}
- name: {{ . }}_FILE
  value: /run/secrets/sales-pipeline/{{ . }}
{{- end }}
{{- end }}

{{- define "sales-pipeline.mounts" -}}
- name: data
  mountPath: /data
- name: temporary
  mountPath: /tmp
- name: secrets
  mountPath: /run/secrets/sales-pipeline
  readOnly: true
{{- end }}

{{- define "sales-pipeline.volumes" -}}
- name: temporary
  emptyDir: {}
- name: secrets
  secret:
    secretName: {{ .Values.secret.name }}
    defaultMode: 0440
    items:
      {{- range .Values.secret.keys }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}
